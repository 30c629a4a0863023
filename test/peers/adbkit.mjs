// adbkit: speaks to the adb server itself, version-1 shells only.
import { createRequire } from "node:module";
import { Readable } from "node:stream";
import { serial, port, op, expect, until, pause, freePort } from "./check.mjs";

const { Adb } = createRequire(import.meta.url)("@devicefarmer/adbkit");
const client = Adb.createClient({ host: "127.0.0.1", port });
const phone = client.getDevice(serial);

const all = (s) => Adb.util.readAll(s).then((b) => b.toString());

await op("version", async () => expect("number", await client.version(), (n) => n > 30));
await op("listDevices", async () => expect("ids", (await client.listDevices()).map((d) => d.id), (l) => l.includes(serial)));
await op("listDevicesWithPaths", async () => client.listDevicesWithPaths());
await op("trackDevices", async () => {
  const t = await client.trackDevices();
  await until("the phone is listed", () => t.deviceList.some((d) => d.id === serial));
  t.end();
});
await op("getState", async () => expect("state", await phone.getState(), "device"));
await op("getSerialNo", async () => expect("serial", await phone.getSerialNo(), serial));
await op("getDevicePath", async () => phone.getDevicePath());
await op("waitForDevice", async () => phone.waitForDevice());
await op("waitBootComplete", async () => expect("done", await phone.waitBootComplete(), true));
await op("getProperties", async () => expect("sdk", (await phone.getProperties())["ro.build.version.sdk"], /^\d+$/));
await op("getFeatures", async () => expect("feature", (await phone.getFeatures())["android.hardware.touchscreen"], true));
await op("getPackages", async () => expect("packages", await phone.getPackages(), (l) => l.includes("com.android.settings")));
await op("getDHCPIpAddress", async () => expect("address", await phone.getDHCPIpAddress(), /^\d+\.\d+\.\d+\.\d+$/));
await op("shell: line", async () => expect("out", await all(await phone.shell("echo 'a b'")), "a b\n"));
await op("shell: words", async () => expect("out", await all(await phone.shell(["echo", "a  'b", "$x"])), "a  'b $x\n"));
await op("screencap", async () => expect("png", (await Adb.util.readAll(await phone.screencap())).subarray(1, 4).toString(), "PNG"));
await op("framebuffer: raw", async () => {
  const f = await phone.framebuffer("raw");
  expect("size", f.meta.width > 300 && f.meta.height > 300, true);
  f.destroy?.();
});
await op("push, stat, readdir, pull", async () => {
  const sent = await phone.push(Readable.from([Buffer.from("from adbkit")]), "/sdcard/adbkit.txt");
  await new Promise((done, fail) => sent.on("end", done).on("error", fail));
  expect("size", (await phone.stat("/sdcard/adbkit.txt")).size, 11);
  expect("names", (await phone.readdir("/sdcard")).map((e) => e.name), (l) => l.includes("adbkit.txt"));
  const got = await phone.pull("/sdcard/adbkit.txt");
  expect("content", (await Adb.util.readAll(got)).toString(), "from adbkit");
});
await op("stat of nothing", async () => expect("code", await phone.stat("/sdcard/nothing").catch((e) => e.code), "ENOENT"));
await op("forward, listForwards", async () => {
  const local = `tcp:${await freePort()}`;
  await phone.forward(local, "tcp:7");
  expect("list", (await phone.listForwards()).map((f) => f.local), (l) => l.includes(local));
});
await op("reverse, listReverses", async () => {
  await phone.reverse("tcp:7922", `tcp:${await freePort()}`);
  expect("list", (await phone.listReverses()).map((f) => f.remote), (l) => l.includes("tcp:7922"));
});
await op("startActivity", async () => {
  await phone.startActivity({ wait: true, action: "android.settings.SETTINGS" });
  await until("in front", async () => /com\.android\.settings/.test(await all(await phone.shell("dumpsys window | grep mCurrentFocus"))));
});
await op("startService: unknown", async () => {
  const e = await phone.startService({ component: "com.nobody/.S" }).then(() => null, (e) => e);
  expect("refused", e === null, false);
});
await op("isInstalled", async () => {
  expect("yes", await phone.isInstalled("com.android.settings"), true);
  expect("no", await phone.isInstalled("com.nobody.here"), false);
});
await op("clear", async () => expect("cleared", await phone.clear("com.example.notes"), true));
await op("clear: unknown", async () => expect("refused", await phone.clear("com.nobody.here").then(() => "cleared", () => "refused"), "refused"));
await op("install: no package", async () => expect("refused", await phone.install(Readable.from([Buffer.from("junk")])).then(() => "installed", () => "refused"), "refused"));
await op("uninstall: unknown", async () => phone.uninstall("com.nobody.here").catch(() => {}));
await op("openLogcat", async () => {
  const log = await phone.openLogcat({ clear: false });
  const entry = new Promise((done) => log.on("entry", done));
  await all(await phone.shell("log -t peer mark"));
  expect("entry", await entry, (e) => typeof e.message === "string" && e.date instanceof Date);
  log.end();
});
await op("openProcStat", async () => {
  const s = await phone.openProcStat();
  await new Promise((done, fail) => s.on("load", done).on("error", fail));
  s.end();
});
await op("openMonkey", async () => {
  const m = await phone.openMonkey();
  await new Promise((done, fail) => m.wake((e) => (e ? fail(e) : done())));
  m.end();
});
await op("openLocal: nobody there", async () => expect("refused", await phone.openLocal("localabstract:nobody").then(() => "open", () => "refused"), "refused"));
await op("trackJdwp", async () => {
  const t = await phone.trackJdwp();
  await pause(200);
  t.end();
});
await op("root: refused", async () => expect("refused", await phone.root().then(() => "root", () => "refused"), "refused"));
await op("shell: input", async () => all(await phone.shell(["input", "keyevent", "3"])));
process.exit(0);
