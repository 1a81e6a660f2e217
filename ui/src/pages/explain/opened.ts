/** Which causes of an explanation are opened, as the address has it. */
import type { Codec } from "../../api/useAddress";
import type { OpenedCauses } from "../../generated/wire";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What is well-formed of a value from the address; the server checks the rest. */
function cleaned(value: unknown, depth = 0): OpenedCauses {
  if (!isObject(value) || depth > 5) return {};
  const opened: OpenedCauses = {};
  if (typeof value.by === "string") opened.by = value.by;
  if (isObject(value.inside)) {
    const inside = Object.entries(value.inside).map(([key, within]) => [key, cleaned(within, depth + 1)]);
    if (inside.length > 0) opened.inside = Object.fromEntries(inside);
  }
  return opened;
}

/** The parameter of an explanation; what cannot be read opens nothing. */
export const OPENED: Codec<OpenedCauses> = {
  read(text) {
    try {
      return cleaned(JSON.parse(text));
    } catch {
      return {};
    }
  },
  write(opened) {
    const text = JSON.stringify(cleaned(opened));
    return text === "{}" ? "" : text;
  },
};

/** With the part at a path of keys changed. */
export function changedAt(
  opened: OpenedCauses,
  path: readonly string[],
  change: (part: OpenedCauses | undefined) => OpenedCauses | undefined,
): OpenedCauses {
  const [key, ...rest] = path;
  if (key === undefined) return change(opened) ?? {};
  const { [key]: part, ...others } = opened.inside ?? {};
  const next = rest.length === 0 ? change(part) : changedAt(part ?? {}, rest, change);
  return { ...opened, inside: next === undefined ? others : { ...others, [key]: next } };
}
