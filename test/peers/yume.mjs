// ya-webadb: its adb client through the adb server, and its scrcpy client with the real server's protocol over both tunnels.
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { AdbServerClient } from "@yume-chan/adb";
import { AdbServerNodeTcpConnector } from "@yume-chan/adb-server-node-tcp";
import { AdbScrcpyClient, AdbScrcpyOptions3_3_3 } from "@yume-chan/adb-scrcpy";
import { AndroidKeyCode, AndroidKeyEventAction, AndroidMotionEventAction, AndroidMotionEventButton, ScrcpyPointerId } from "@yume-chan/scrcpy";
import { serial, port, op, expect, until, pause } from "./check.mjs";

const client = new AdbServerClient(new AdbServerNodeTcpConnector({ host: "127.0.0.1", port }));
const phone = await client.createAdb({ serial });
const server = process.env.PEER_SCRCPY_SERVER;
const where = "/data/local/tmp/scrcpy-server.jar";

const shell = (line) => phone.subprocess.noneProtocol.spawnWaitText(line);

await op("getDevices", async () => expect("serials", (await client.getDevices()).map((d) => d.serial), (l) => l.includes(serial)));
await op("trackDevices", async () => {
  const watch = await client.trackDevices();
  await until("the phone is listed", () => watch.current.some((d) => d.serial === serial));
  watch.stop();
});
await op("banner", async () => expect("product", phone.banner.product, (s) => typeof s === "string" && s.length > 0));
await op("getProp", async () => expect("sdk", await phone.getProp("ro.build.version.sdk"), /^\d+$/));
await op("subprocess: none protocol", async () => expect("out", await shell("echo a b"), "a b\n"));
await op("subprocess: shell protocol", async () => {
  const r = await phone.subprocess.shellProtocol.spawnWaitText("echo out; echo err >&2; exit 5");
  expect("all", [r.stdout, r.stderr, r.exitCode].join("|"), "out\n|err\n|5");
});
await op("sync: write, stat, read, readdir", async () => {
  const sync = await phone.sync();
  try {
    await sync.write({ filename: "/sdcard/yume.txt", file: bytes(new TextEncoder().encode("hello")) });
    expect("size", Number((await sync.stat("/sdcard/yume.txt")).size), 5);
    const got = [];
    for await (const c of sync.read("/sdcard/yume.txt")) got.push(...c);
    expect("content", new TextDecoder().decode(new Uint8Array(got)), "hello");
    expect("names", (await sync.readdir("/sdcard")).map((e) => e.name), (l) => l.includes("yume.txt"));
  } finally {
    await sync.dispose();
  }
});
await op("power, framebuffer", async () => {
  const f = await phone.framebuffer();
  expect("size", f.width > 300 && f.height > 300 && f.data.length >= f.width * f.height * 3, true);
});
await op("push the scrcpy server", push);
await op("list_encoders", async () => (await push(), expect("encoders", await AdbScrcpyClient.getEncoders(phone, where, options({})), (l) => l.some((e) => e.type === "video" && e.codec === "h264"))));
await op("list_displays", async () => (await push(), expect("displays", await AdbScrcpyClient.getDisplays(phone, where, options({})), (l) => l.some((d) => d.id === 0))));

for (const tunnelForward of [false, true]) {
  const tunnel = tunnelForward ? "forward tunnel" : "reverse tunnel";
  await op(`${tunnel}: 100 packets, tap, rotate, clipboard`, async () => {
    const scrcpy = await start(options({ tunnelForward }));
    drain(scrcpy.output);
    try {
      const video = await scrcpy.videoStream;
      const seen = watch(video);
      await until("the first picture", () => seen.configurations > 0 && seen.packets > 1);
      expect("size", video.width > 0 && video.height > 0, true);
      await many(scrcpy.controller, video, seen);
      await tap(scrcpy.controller, video, 0.5, 0.4);
      const turned = seen.configurations;
      const { width, height } = video;
      await scrcpy.controller.rotateDevice();
      await until("a picture turned round", () => seen.configurations > turned && (video.width > video.height) !== (width > height));
      await scrcpy.controller.rotateDevice();
      await until("the picture turned back", () => video.width === width && video.height === height);
      await scrcpy.controller.setClipboard({ sequence: 7n, paste: false, content: "from the workstation" });
      await shell("input keyevent KEYCODE_HOME");
    } finally {
      await scrcpy.close();
    }
  }, 60_000);
}
await op("setClipboard waits for the acknowledgement", async () => {
  const scrcpy = await start(options({}));
  drain(scrcpy.output);
  try {
    watch(await scrcpy.videoStream);
    await scrcpy.controller.setClipboard({ sequence: 99n, paste: true, content: "你好 🙂" }); // resolves with the acknowledgement
  } finally {
    await scrcpy.close();
  }
});
await op("audio: opus", async () => {
  const scrcpy = await start(options({ audio: true, audioCodec: "opus" }));
  drain(scrcpy.output);
  try {
    watch(await scrcpy.videoStream);
    const audio = await scrcpy.audioStream;
    expect("type", audio.type, "success");
    let n = 0;
    for await (const p of audio.stream) {
      expect("a packet", p.data.length > 0, true);
      if (++n === 20) break;
    }
  } finally {
    await scrcpy.close();
  }
});
await op("the server leaves nothing behind", async () => until("no server runs", async () => !/scrcpy/.test(await shell("ps -A -o ARGS | grep '[s]crcpy'"))));

await phone.close();
process.exit(0);

/** push brings the server, which removes itself from the phone whenever it starts. */
async function push() {
  await AdbScrcpyClient.pushServer(phone, Readable.toWeb(createReadStream(server)), where);
}

async function start(options) {
  await push();
  return AdbScrcpyClient.start(phone, where, options);
}

function options(more) {
  return new AdbScrcpyOptions3_3_3({ audio: false, videoBitRate: 8_000_000, ...more });
}

function bytes(b) {
  return new ReadableStream({ start(c) { c.enqueue(b); c.close(); } });
}

async function drain(s) {
  for await (const line of s) if (process.env.PEER_VERBOSE) console.error(line);
}

/** watch reads a video stream to its end and counts what comes. */
function watch(video) {
  const seen = { packets: 0, configurations: 0, keys: 0 };
  (async () => {
    for await (const p of video.stream) {
      if (p.type === "configuration") seen.configurations++;
      else {
        seen.packets++;
        if (p.keyframe) seen.keys++;
      }
    }
  })().catch(() => {});
  return seen;
}

async function tap(to, { width, height }, x, y) {
  const at = { pointerId: ScrcpyPointerId.Finger, pointerX: x * width, pointerY: y * height, videoWidth: width, videoHeight: height, actionButton: AndroidMotionEventButton.None, buttons: AndroidMotionEventButton.None };
  await to.injectTouch({ ...at, action: AndroidMotionEventAction.Down, pressure: 1 });
  await pause(40);
  await to.injectTouch({ ...at, action: AndroidMotionEventAction.Up, pressure: 0 });
}

/** many pulls the shade and lets it go until a hundred packets have come. */
async function many(to, video, seen) {
  await until("100 packets", async () => {
    await to.expandNotificationPanel();
    await pause(250);
    await to.collapseNotificationPanel();
    await to.injectKeyCode({ action: AndroidKeyEventAction.Down, keyCode: AndroidKeyCode.AndroidHome, repeat: 0, metaState: 0 });
    await to.injectKeyCode({ action: AndroidKeyEventAction.Up, keyCode: AndroidKeyCode.AndroidHome, repeat: 0, metaState: 0 });
    return seen.packets >= 100;
  }, 45_000);
}
