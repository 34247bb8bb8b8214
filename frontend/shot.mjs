import { chromium } from "playwright-core";
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
const p = await b.newPage({ viewport: { width: 1440, height: 900 } });
p.on("console", (m) => console.log("console", m.type(), m.text()));
p.on("pageerror", (e) => console.log("error", e.message));
await p.goto("http://127.0.0.1:8333/");
await p.waitForTimeout(800);
await p.screenshot({ path: "/tmp/page/1.png" });
await p.getByRole("button", { name: /Sit down and play/ }).click();
await p.waitForTimeout(1500);
await p.goto("http://127.0.0.1:8333/#/table/maryland"); await p.waitForTimeout(1500);
await p.screenshot({ path: "/tmp/page/2.png" });
await p.getByRole("button", { name: "Sit here: Seat 4" }).click();
await p.waitForTimeout(1500);
await p.screenshot({ path: "/tmp/page/3.png" });
for (let i = 0; i < 30; i++) {
  const cut = p.getByRole("button", { name: "No cut" });
  if (await cut.isVisible()) { await cut.click(); await p.waitForTimeout(600); continue; }
  const war = p.getByRole("button", { name: /Go to war/ });
  if (await war.isVisible()) { await p.screenshot({ path: "/tmp/page/5.png" }); await war.click(); await p.waitForTimeout(3500); await p.screenshot({ path: "/tmp/page/6.png" }); break; }
  const wager = p.getByRole("button", { name: "Wager", exact: true });
  if (await wager.isVisible()) {
    await p.keyboard.press("2"); await p.keyboard.press("b"); await p.keyboard.press("b"); await p.keyboard.press("1"); await p.keyboard.press("t");
    if (i < 3) await p.screenshot({ path: "/tmp/page/4.png" });
    await p.keyboard.press("Enter");
    await p.waitForTimeout(2600);
    if (i < 6) await p.screenshot({ path: "/tmp/page/4b.png" });
  }
  await p.waitForTimeout(1500);
}
await b.close();
