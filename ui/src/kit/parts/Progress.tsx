import css from "./Progress.module.css";

/** How far something is. @param share 0 to 1; null where it is not known */
export function Progress({
  label,
  detail,
  share,
}: {
  readonly label: string;
  readonly detail?: string | undefined;
  readonly share: number | null;
}) {
  return (
    <div className={css.progress}>
      <div className={css.words}>
        <span>{label}</span>
        {detail && <span className={css.detail}>{detail}</span>}
      </div>
      <progress aria-label={label} {...(share === null ? {} : { value: Math.min(share, 1), max: 1 })} />
    </div>
  );
}
