import { Search } from "lucide-react";
import classes from "./SearchField.module.css";

export type SearchFieldProps = {
  /** The name of the field for screen readers. */
  label: string;
  /** The text of the empty field. */
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
};

/** A field that filters a list while the user types. */
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
