// midscene-android: its device class, which mixes appium-adb, scrcpy and a helper of its own on the phone.
import { AndroidDevice, getConnectedDevices } from "@midscene/android";
import { execFileSync } from "node:child_process";
import { adb, serial, op, expect, until, pause } from "./check.mjs";

const shell = (line) => execFileSync(adb, ["-s", serial, "shell", line]).toString();
const dump = () => execFileSync(adb, ["-s", serial, "exec-out", "uiautomator", "dump", "/dev/tty"]).toString();
const focus = () => shell("dumpsys window | grep mCurrentFocus");

/** center finds the middle of the node with a text, in the units the device class wants. */
function center(text, ratio) {
  const m = new RegExp(`text="${text}"[^>]*bounds="\\[(\\d+),(\\d+)\\]\\[(\\d+),(\\d+)\\]"`).exec(dump());
  expect(`a node ${text}`, m !== null, true);
  const [l, t, r, b] = m.slice(1).map(Number);
  return [(l + r) / 2 / ratio, (t + b) / 2 / ratio];
}

const phone = new AndroidDevice(serial, { androidAdbPath: process.env.PEER_ADB_PATH, scrcpyConfig: { enabled: false } });
let ratio = 1;

await op("getConnectedDevices", async () => expect("ids", (await getConnectedDevices()).map((d) => d.udid), (l) => l.includes(serial)));
if (!(await op("connect", async () => phone.connect()))) {
  process.exit(0); // it would wait 20 s in each of the others
}
await op("size", async () => {
  const { width, height } = await phone.size();
  expect("a size", width > 100 && height > 100, true);
  const [, w] = /size: (\d+)x/.exec(shell("wm size"));
  ratio = Number(w) / width;
});
await op("getScreenSize, getDisplayDensity, getDisplayOrientation", async () => {
  await phone.getScreenSize();
  expect("density", await phone.getDisplayDensity(), (n) => n > 0);
  expect("orientation", await phone.getDisplayOrientation(), 0);
});
await op("screenshotBase64 through screencap", async () => expect("a picture", await phone.screenshotBase64(), /^data:image\/(png|jpeg);base64,/), 40_000);
await op("launch", async () => {
  await phone.launch("com.android.settings");
  await until("in front", async () => /com\.android\.settings/.test(focus()));
});
await op("mouseClick", async () => {
  await pause(700);
  await phone.mouseClick(...center("Display", ratio));
  await until("the page", async () => /Dark theme/.test(dump()));
});
await op("back", async () => {
  await phone.back();
  await until("the list", async () => /text="Sound|text="Network/.test(dump()));
});
await op("scrollDown, scrollUp", async () => {
  const before = dump();
  await phone.scrollDown(600);
  await pause(1500);
  expect("moved", dump() !== before, true);
  await phone.scrollUntilTop();
}, 60_000);
await op("pullDown, pullUp", async () => {
  await phone.pullDown();
  await phone.pullUp();
}, 60_000);
await op("longPress", async () => phone.longPress(5, 300));
await op("mouseDoubleClick", async () => phone.mouseDoubleClick(5, 300));
await op("mouseDrag", async () => phone.mouseDrag({ x: 100, y: 500 }, { x: 100, y: 300 }));
await op("home, recentApps", async () => {
  await phone.home();
  await phone.recentApps();
  await phone.home();
});
await op("keyboardType: plain, clearInput", async () => {
  await note();
  await phone.keyboardType("plain words");
  await until("the text", async () => /plain words/.test(dump()));
  await phone.clearInput();
}, 60_000);
await op("keyboardType: beyond ASCII, through its own helper", async () => {
  await phone.keyboardType("héllo 你好");
  await until("the text", async () => /héllo 你好/.test(dump()));
}, 60_000);
await op("keyboardPress", async () => phone.keyboardPress("Enter"));
await op("hideKeyboard", async () => phone.hideKeyboard());
await op("getTimestamp", async () => expect("time", await phone.getTimestamp(), (n) => n > 1e12));
await op("getPhysicalDisplayId", async () => phone.getPhysicalDisplayId());
await op("terminate", async () => phone.terminate("com.example.notes"));
await op("destroy", async () => phone.destroy());

const fast = new AndroidDevice(serial, { androidAdbPath: process.env.PEER_ADB_PATH, scrcpyConfig: { enabled: true } });
await op("screenshotBase64 through its scrcpy", async () => {
  await fast.connect();
  expect("a picture", await fast.screenshotBase64(), /^data:image\/(png|jpeg);base64,/);
  await fast.destroy();
}, 60_000);
process.exit(0);

async function note() {
  await phone.launch("com.example.notes");
  await pause(800);
  const m = /content-desc="New note"[^>]*bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"/.exec(dump());
  expect("the button", m !== null, true);
  const [l, t, r, b] = m.slice(1).map(Number);
  shell(`input tap ${(l + r) / 2} ${(t + b) / 2}`);
  await pause(800);
}
