import { Search } from "lucide-react";
import classes from "./SearchField.module.css";

export type SearchFieldProps = {
  /** The name of the field for screen readers. */
  label: string;
  /** What it says while it is empty. */
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
};

/** A field whose text narrows a list while it is typed. */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  return (
    <span className={classes.box}>
      <Search className={classes.icon} aria-hidden="true" />
      <input
        type="search"
        className={classes.input}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </span>
  );
}
