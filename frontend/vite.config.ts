import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte()],
  build: { outDir: "../src/casinowar/web/built", emptyOutDir: true, assetsInlineLimit: 0, modulePreload: false },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
