import { useState } from "react";
import { BASE } from "../api/base";
import { classNames } from ".";
import classes from "./Logo.module.css";

type ProgramLogoProps = {
  /** What differs from one logo to the next; before the program is known there may be a logo or none. */
  readonly digest?: string;
  readonly size: "sm" | "lg";
};

/** The logo that the program has set, beside its name or in the place of it. */
export function ProgramLogo({ digest, size }: ProgramLogoProps) {
  const [shown, setShown] = useState("");
  const source = `${BASE}/logo.png${digest === undefined ? "" : `?${digest}`}`;
  return (
    <img
      className={classNames(classes.program, size === "lg" && classes.large)}
      src={source}
      alt=""
      // Without a logo nothing is there, and no empty box before it is there.
      hidden={shown !== source}
      onLoad={() => setShown(source)}
    />
  );
}
