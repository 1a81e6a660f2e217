import { useProgram } from "../../api/query";
import { Logo } from "../../kit/Logo";
import { ProgramLogo } from "../../kit/ProgramLogo";
import classes from "./Brand.module.css";

/** The names of the product and of the program. */
export function Brand({ short = false }: { short?: boolean }) {
  const { name, logo } = useProgram().data ?? {};
  return (
    <span className={classes.brand}>
      <Logo short={short} />
      {name && (
        <span className={classes.of}>
          {logo && !short && <ProgramLogo digest={logo} size="sm" />}
          <span className={classes.program} title={name} data-short={short || undefined}>
            {name}
          </span>
        </span>
      )}
    </span>
  );
}
