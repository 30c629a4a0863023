// Debian's adb: every service of a device that its commands turn into.
import { execFile, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync, existsSync } from "node:fs";
import { createServer, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { adb, serial, op, expect, until } from "./check.mjs";

const dir = mkdtempSync(join(tmpdir(), "peer-adb-"));
const sha = (b) => createHash("sha256").update(b).digest("hex");

/** run gives {code, out, err}; out is bytes. */
function run(args, input) {
  return new Promise((done) => {
    const p = execFile(adb, ["-s", serial, ...args], { encoding: "buffer", maxBuffer: 1 << 28 }, (e, out, err) =>
      done({ code: e ? (e.code ?? -1) : 0, out, err: err.toString() }));
    p.stdin.on("error", () => {}); // a command may end before it has read anything
    p.stdin.end(input ?? "");
  });
}

async function text(...args) {
  const r = await run(args);
  if (r.code !== 0) {
    throw new Error(`adb ${args.join(" ")}: exit ${r.code}: ${r.err || r.out}`);
  }
  return r.out.toString().trimEnd();
}

async function png(...args) {
  const r = await run(args);
  expect("a PNG", r.out.subarray(1, 4).toString(), "PNG");
  return { width: r.out.readUInt32BE(16), height: r.out.readUInt32BE(20) };
}

await op("devices -l", async () => expect("row", await text("devices", "-l"), (s) => s.includes(serial) && /product:\S+ model:\S+ device:\S+/.test(s)));
await op("get-state", async () => expect("state", await text("get-state"), "device"));
await op("get-serialno", async () => expect("serial", await text("get-serialno"), serial));
await op("get-devpath", async () => text("get-devpath"));
await op("features", async () => expect("features", await text("features"), /shell_v2/));
await op("wait-for-device", async () => text("wait-for-device"));
await op("shell: quotes and pipes", async () => expect("out", await text("shell", `echo 'a  b' "c|d" | sed 's/b/B/'`), "a  B c|d"));
await op("shell: exit code", async () => expect("code", (await run(["shell", "exit 37"])).code, 37));
await op("shell: $? and &&", async () => expect("out", await text("shell", "false; echo $?; true && echo yes || echo no"), "1\nyes"));
await op("shell: redirects", async () => expect("out", await text("shell", "echo one > /sdcard/r.txt; echo two >> /sdcard/r.txt; cat < /sdcard/r.txt; rm /sdcard/r.txt"), "one\ntwo"));
await op("shell: split streams", async () => {
  const r = await run(["shell", "echo out; echo err >&2"]);
  expect("stdout", r.out.toString(), "out\n");
  expect("stderr", r.err, "err\n");
});
await op("shell: stdin", async () => expect("out", (await run(["shell", "cat"], "through\n")).out.toString(), "through\n"));
await op("shell: -n, -T, -x", async () => {
  expect("-n", await text("shell", "-n", "echo n"), "n");
  expect("-T", await text("shell", "-T", "echo t"), "t");
  expect("-x", await text("shell", "-x", "echo x"), "x");
});
await op("shell: unknown command", async () => {
  const r = await run(["shell", "nosuchthing"]);
  expect("code", r.code, 127);
  expect("text", r.err, /inaccessible or not found/);
});
await op("shell: interactive", async () => expect("out", (await run(["shell"], "echo in; exit 3\n")), (r) => r.code === 3 && r.out.toString().includes("in")));
await op("exec-out screencap -p", async () => {
  const p = await png("exec-out", "screencap", "-p");
  expect("size", p.width > 300 && p.height > 300, true);
});
await op("exec-in", async () => {
  await run(["exec-in", "cat > /sdcard/in.txt"], "bytes in");
  expect("file", await text("shell", "cat /sdcard/in.txt; rm /sdcard/in.txt"), "bytes in");
});
await op("push and pull 50 MB", async () => {
  const data = randomBytes(50 << 20);
  writeFileSync(join(dir, "big"), data);
  await text("push", join(dir, "big"), "/sdcard/big.bin");
  await text("pull", "/sdcard/big.bin", join(dir, "back"));
  expect("sha256", sha(readFileSync(join(dir, "back"))), sha(data));
  expect("sha256sum", await text("shell", "sha256sum /sdcard/big.bin"), (s) => s.startsWith(sha(data)));
  await text("shell", "rm /sdcard/big.bin");
}, 120_000);
await op("push and pull a folder", async () => {
  mkdirSync(join(dir, "tree/sub"), { recursive: true });
  writeFileSync(join(dir, "tree/a.txt"), "a");
  writeFileSync(join(dir, "tree/sub/b.txt"), "b");
  await text("push", join(dir, "tree"), "/sdcard/tree");
  await text("pull", "/sdcard/tree", join(dir, "treeback"));
  expect("file", readFileSync(join(dir, "treeback/sub/b.txt"), "utf8"), "b");
  await text("shell", "rm -r /sdcard/tree");
});
await op("pull of a missing file", async () => {
  const r = await run(["pull", "/sdcard/none", dir]);
  expect("code", r.code, 1);
  expect("text", r.err + r.out, /No such file or directory/);
});
await op("push to a read-only place", async () => expect("code", (await run(["push", join(dir, "tree/a.txt"), "/system/a.txt"])).code, 1));
await op("sync: pull -a keeps the time", async () => {
  await text("shell", "echo t > /sdcard/t.txt; touch -t 202001020304 /sdcard/t.txt");
  await text("pull", "-a", "/sdcard/t.txt", join(dir, "t.txt"));
  expect("file", existsSync(join(dir, "t.txt")), true);
});
await op("forward, --list, --remove", async () => {
  const p = await text("forward", "tcp:0", "tcp:7");
  expect("port", p, /^\d+$/);
  expect("list", await text("forward", "--list"), (s) => s.includes(`tcp:${p} tcp:7`));
  await text("forward", "--remove", `tcp:${p}`);
});
await op("forward to a shell-side socket", async () => {
  const p = Number(await text("forward", "tcp:0", "localfilesystem:/nowhere"));
  const end = await new Promise((done) => {
    const c = connect(p, "127.0.0.1");
    c.on("close", () => done("closed"));
    c.on("error", () => done("closed"));
    c.on("data", () => {});
  });
  expect("nothing listens", end, "closed");
  await text("forward", "--remove-all");
});
await op("reverse, --list, traffic, --remove", async () => {
  const got = await new Promise(async (done, fail) => {
    const s = createServer((c) => c.once("data", (d) => { c.end(); done(d.toString()); }));
    s.listen(0, "127.0.0.1", async () => {
      try {
        await text("reverse", "tcp:7123", `tcp:${s.address().port}`);
        expect("list", await text("reverse", "--list"), /tcp:7123/);
        await run(["shell", "echo knock | nc -w 2 127.0.0.1 7123"]);
        await text("reverse", "--remove", "tcp:7123");
      } catch (e) { fail(e); } finally { s.close(); }
    });
  });
  expect("bytes", got, "knock\n");
});
await op("install, list, uninstall a package that is none", async () => {
  writeFileSync(join(dir, "no.apk"), "not a package");
  const r = await run(["install", join(dir, "no.apk")]);
  expect("code", r.code, 1);
  expect("text", r.err + r.out, /INSTALL_(PARSE_)?FAILED/);
});
await op("uninstall of an unknown package", async () => expect("text", await run(["uninstall", "com.nobody.here"]), (r) => /Failure|DELETE_FAILED|not installed/.test(r.out + r.err)));
await op("logcat -d", async () => expect("lines", (await text("logcat", "-d")).split("\n").length, (n) => n >= 3));
await op("logcat -d -v time -s", async () => text("logcat", "-d", "-v", "time", "-s", "ActivityTaskManager"));
await op("logcat streams until it is stopped", async () => {
  const p = spawn(adb, ["-s", serial, "logcat", "-T", "1"]);
  const seen = new Promise((done) => p.stdout.on("data", (d) => { if (d.includes("peer-mark")) done(true); }));
  await run(["shell", "log -t peer peer-mark"]);
  expect("line", await seen, true);
  p.kill();
}, 10_000);
await op("logcat -c", async () => text("logcat", "-c"));
await op("shell uiautomator dump", async () => {
  expect("path", await text("shell", "uiautomator dump /sdcard/ui.xml"), /dumped to: \/sdcard\/ui\.xml/);
  expect("xml", await text("shell", "cat /sdcard/ui.xml"), /^<\?xml.*<hierarchy/);
});
await op("exec-out uiautomator dump /dev/tty", async () => expect("xml", await text("exec-out", "uiautomator", "dump", "/dev/tty"), /<\/hierarchy>/));
await op("shell input: tap, swipe, keyevent, text", async () => {
  await text("shell", "input keyevent KEYCODE_HOME");
  await text("shell", "input tap 200 400; input swipe 300 1200 300 400 200; input text hello; input keyevent 4");
  await text("shell", "input keyevent KEYCODE_HOME");
});
await op("shell am start, dumpsys activity", async () => {
  expect("out", await text("shell", "am start -W -a android.settings.SETTINGS"), /Status: ok[\s\S]*Complete/);
  expect("resumed", await text("shell", "dumpsys activity activities"), /ResumedActivity.*com\.android\.settings/);
  await text("shell", "input keyevent 3");
});
await op("shell settings put, get", async () => {
  await text("shell", "settings put system screen_brightness 77");
  expect("value", await text("shell", "settings get system screen_brightness"), "77");
});
await op("shell wm size, density", async () => {
  expect("size", await text("shell", "wm size"), /Physical size: \d+x\d+/);
  expect("density", await text("shell", "wm density"), /Physical density: \d+/);
});
await op("shell getprop", async () => expect("value", await text("shell", "getprop ro.build.version.sdk"), /^\d+$/));
await op("shell pm list packages", async () => expect("list", await text("shell", "pm list packages"), /package:com\.android\.settings/));
await op("shell content query", async () => expect("row", await text("shell", "content query --uri content://settings/system --where \"name='screen_brightness'\""), /value=77/));
await op("shell screenrecord", async () => {
  await text("shell", "screenrecord --time-limit 1 /sdcard/s.mp4");
  expect("box", (await run(["exec-out", "cat", "/sdcard/s.mp4"])).out.subarray(4, 8).toString(), "ftyp");
}, 20_000);
await op("shell monkey", async () => expect("out", await text("shell", "monkey -p com.android.settings -c android.intent.category.LAUNCHER 1"), /Events injected: 1/));
await op("jdwp", async () => {
  const p = spawn(adb, ["-s", serial, "jdwp"]);
  await new Promise((done) => setTimeout(done, 500));
  p.kill();
});
await op("root is refused", async () => expect("text", await run(["root"]), (r) => /cannot run as root in production builds/.test(r.out + r.err)));
await op("remount is refused", async () => expect("text", await run(["remount"]), (r) => /[Nn]ot running as root/.test(r.out + r.err)));
await op("bugreport's version", async () => expect("stderr", (await run(["shell", "bugreportz -v"])).err, /\d/));
await op("two shells at once", async () => {
  const both = await Promise.all([text("shell", "sleep 0.3; echo a"), text("shell", "sleep 0.3; echo b")]);
  expect("outs", both.join(""), "ab");
});
await op("interrupted shell ends on the phone", async () => {
  const p = spawn(adb, ["-s", serial, "shell", "sleep 4321"]);
  await until("sleep runs", async () => /sleep/.test((await run(["shell", "ps -A -o ARGS | grep '[s]leep 4321'"])).out.toString()));
  p.kill();
  await until("sleep is gone", async () => !/sleep/.test((await run(["shell", "ps -A -o ARGS | grep '[s]leep 4321'"])).out.toString()));
});
await op("reconnect, connect", async () => {
  await text("reconnect"); // an adb server of Debian's release forgets a network phone that is kicked
  if (serial.includes(":")) {
    expect("out", await text("connect", serial), /connected to/);
  }
  await until("back", async () => (await run(["get-state"])).out.toString().trim() === "device", 15_000);
}, 25_000);
rmSync(dir, { recursive: true, force: true });
