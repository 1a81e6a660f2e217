import { useState } from "react";
import { blocks as copy } from "#texts/page";
import type { ChartTheme } from "../../../kit/theme/chart";
import css from "./Legend.module.css";
import type { Series } from "./models";
import { seriesColour } from "./options";

const NONE: ReadonlySet<string> = new Set();

/** The keys of the series that the reader has hidden. */
export function useHiddenSeries() {
  const [hidden, setHidden] = useState(NONE);
  const toggle = (key: string) => {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    setHidden(next);
  };
  return { hidden, toggle, showAll: () => setHidden(NONE) };
}

export type LegendProps = {
  readonly series: readonly Series[];
  /** The days counted in unfinished periods. */
  readonly unfinished?: readonly string[] | undefined;
  readonly theme: ChartTheme;
  /** Keys of the hidden series. */
  readonly hidden: ReadonlySet<string>;
  onToggle(key: string): void;
};

/** The names of a chart's series; pressing one hides or shows it. */
export function Legend({ series, unfinished = [], theme, hidden, onToggle }: LegendProps) {
  return (
    <ul className={css.legend}>
      {series.map((one) => (
        <li key={one.key}>
          <button
            type="button"
            className={css.item}
            aria-pressed={!hidden.has(one.key)}
            onClick={() => onToggle(one.key)}
          >
            <svg width="16" height="8" aria-hidden="true">
              <line
                x1="1"
                x2="15"
                y1="4"
                y2="4"
                stroke={seriesColour(one.colour, theme)}
                strokeWidth="2"
                strokeLinecap="round"
                strokeDasharray={typeof one.colour === "number" ? undefined : "3 3.5"}
              />
            </svg>
            <span className={css.name} title={one.name}>
              {one.name}
            </span>
          </button>
        </li>
      ))}
      {series.some(({ hidden }) => hidden?.some(Boolean)) && (
        <li className={css.note}>
          <svg width="10" height="10" aria-hidden="true">
            <rect
              x="1"
              y="1"
              width="8"
              height="8"
              fill="none"
              stroke="currentColor"
              strokeDasharray="2 1.5"
            />
          </svg>
          {copy.hidden.other}
        </li>
      )}
      {unfinished.map((days) => (
        <li key={days} className={css.note}>
          <svg width="22" height="8" aria-hidden="true">
            <line
              x1="1"
              x2="14"
              y1="4"
              y2="4"
              stroke="currentColor"
              strokeWidth="2"
              strokeDasharray="3 3.5"
            />
            <circle cx="18" cy="4" r="3" fill="none" stroke="currentColor" strokeWidth="1.5" />
          </svg>
          {days}
        </li>
      ))}
    </ul>
  );
}
