import { Link } from "react-router-dom";
import { score as copy } from "#texts/page";
import { pathTo } from "../../api/paths";
import { useMaySee } from "../../api/session";
import classes from "./MethodName.module.css";

type MethodNameProps = {
  readonly name: string;
  /** Called when its page is opened. */
  readonly onLeave: () => void;
};

/** The name of the score's method; for administrators a link to its page. */
export function MethodName({ name, onLeave }: MethodNameProps) {
  const mayAdminister = useMaySee("ADMIN");
  if (!mayAdminister) return copy.method(name);
  return (
    <Link className={classes.link} to={pathTo("admin/score-method")} onClick={onLeave}>
      {copy.method(name)}
    </Link>
  );
}
