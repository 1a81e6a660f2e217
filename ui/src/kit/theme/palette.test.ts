import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const STYLES = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

/** The colours of a theme by their token. */
function tokensOf(selector: string): ReadonlyMap<string, string> {
  const [block = ""] = (STYLES.split(selector)[1] ?? "").split("}");
  return new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = "", hex = ""]) => [name, hex]),
  );
}

type Three = readonly [number, number, number];

/** Red, green and blue of linear light. */
function light(hex: string): Three {
  const of = (at: number) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return [of(1), of(3), of(5)];
}

const dot = (row: Three, of: Three) => row[0] * of[0] + row[1] * of[1] + row[2] * of[2];
const times = (rows: readonly [Three, Three, Three], of: Three): Three => [
  dot(rows[0], of),
  dot(rows[1], of),
  dot(rows[2], of),
];

const luminance = (hex: string) => dot([0.2126, 0.7152, 0.0722], light(hex));

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** What eyes without red, green or blue cones see of linear light (Machado, Oliveira and Fernandes, 2009). */
const EYES = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const;

type Eyes = keyof typeof EYES;

/** CIELAB under daylight. */
function lab(hex: string, eyes: Eyes = "normal"): Three {
  const [red, green, blue] = times(EYES[eyes], light(hex)).map((part) => Math.min(1, Math.max(0, part)));
  const seen: Three = [red ?? 0, green ?? 0, blue ?? 0];
  const root = (part: number) => (part > 216 / 24389 ? Math.cbrt(part) : ((24389 / 27) * part + 16) / 116);
  const x = root(dot([0.4124564, 0.3575761, 0.1804375], seen) / 0.95047);
  const y = root(dot([0.2126729, 0.7151522, 0.072175], seen));
  const z = root(dot([0.0193339, 0.119192, 0.9503041], seen) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const DEGREE = Math.PI / 180;
const hueOf = (b: number, a: number) => (Math.atan2(b, a) / DEGREE + 360) % 360;

/** How different two colours look: CIEDE2000. */
function difference([L1, a1, b1]: Three, [L2, a2, b2]: Three): number {
  const chroma = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const stretch = 1.5 - 0.5 * Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7));
  const [C1, C2] = [Math.hypot(a1 * stretch, b1), Math.hypot(a2 * stretch, b2)];
  const [h1, h2] = [hueOf(b1, a1 * stretch), hueOf(b2, a2 * stretch)];
  const turn = ((h2 - h1 + 540) % 360) - 180;
  const [L, C] = [(L1 + L2) / 2, (C1 + C2) / 2];
  const h = (h1 + turn / 2 + 360) % 360;
  const wave = (by: number, shift: number) => Math.cos((by * h + shift) * DEGREE);
  const T = 1 - 0.17 * wave(1, -30) + 0.24 * wave(2, 0) + 0.32 * wave(3, 6) - 0.2 * wave(4, -63);
  const lightness = (L2 - L1) / (1 + (0.015 * (L - 50) ** 2) / Math.sqrt(20 + (L - 50) ** 2));
  const saturation = (C2 - C1) / (1 + 0.045 * C);
  const hue = (2 * Math.sqrt(C1 * C2) * Math.sin((turn / 2) * DEGREE)) / (1 + 0.015 * C * T);
  const rotation =
    -2 * Math.sqrt(C ** 7 / (C ** 7 + 25 ** 7)) * Math.sin(60 * Math.exp(-(((h - 275) / 25) ** 2)) * DEGREE);
  return Math.sqrt(lightness ** 2 + saturation ** 2 + hue ** 2 + rotation * saturation * hue);
}

/** The hue of a colour in Oklab, in degrees, and how strong it is. */
function hue(hex: string): { readonly degrees: number; readonly strength: number } {
  const [l, m, s] = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    light(hex),
  ).map(Math.cbrt);
  const cones: Three = [l ?? 0, m ?? 0, s ?? 0];
  const a = dot([1.9779984951, -2.428592205, 0.4505937099], cones);
  const b = dot([0.0259040371, 0.7827717662, -0.808675766], cones);
  return { degrees: hueOf(b, a), strength: Math.hypot(a, b) };
}

/** Less than this is a grey. */
const GREY = 0.04;
const isRed = ({ degrees, strength }: ReturnType<typeof hue>) =>
  strength > GREY && (degrees < 45 || degrees > 352);
const isGreen = ({ degrees, strength }: ReturnType<typeof hue>) =>
  strength > GREY && degrees > 105 && degrees < 195;

it("the calculation is that of the published examples", () => {
  // Sharma, Wu and Dalal (2005), pairs 1, 7 and 24.
  expect(difference([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4);
  expect(difference([50, 0, 0], [50, -1, 2])).toBeCloseTo(2.3669, 4);
  expect(difference([50, 2.5, 0], [58, 24, 15])).toBeCloseTo(19.4535, 4);
  expect(contrast("#ffffff", "#000000")).toBeCloseTo(21, 5);
});

describe.each([
  ["light", ":root {"],
  ["dark", ':root[data-theme="dark"] {'],
])("the colours of names in the %s theme", (_, selector) => {
  const tokens = tokensOf(selector);
  const token = (name: string) => tokens.get(name) ?? "";
  const colours = [1, 2, 3, 4, 5, 6, 7, 8].map((at) => token(`c${at}`));

  it("are seen on their ground", () => {
    for (const colour of colours)
      expect(contrast(colour, token("surface")), colour).toBeGreaterThanOrEqual(3);
  });

  it.each(Object.keys(EYES) as Eyes[])("differ enough for %s vision", (eyes) => {
    for (const [at, one] of colours.entries()) {
      for (const other of colours.slice(0, at)) {
        expect(difference(lab(one, eyes), lab(other, eyes)), `${one} ${other}`).toBeGreaterThan(11);
      }
    }
  });

  it("are neither red nor green, which say worse and better alone", () => {
    expect([isRed(hue(token("neg"))), isGreen(hue(token("pos")))]).toEqual([true, true]);
    for (const colour of colours) {
      expect([isRed(hue(colour)), isGreen(hue(colour))], colour).toEqual([false, false]);
      for (const state of ["pos", "neg"]) {
        expect(difference(lab(colour), lab(token(state))), `${colour} ${state}`).toBeGreaterThan(18);
      }
    }
  });
});
