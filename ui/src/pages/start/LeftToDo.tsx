import { X } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { start as copy } from "#texts/start";
import { DRAFT_PARAM, NEW_DRAFT, pathTo, settingAt } from "../../api/paths";
import { useProgram } from "../../api/query";
import type {
  BackupList,
  LoadedData,
  ProgramInfo,
  ReportList,
  RoleList,
  UserList,
} from "../../generated/wire";
import { IconButton } from "../../kit";
import { Panel } from "../../kit/parts/Panel";
import { useAdmin } from "../admin/useAdmin";
import { savedReports } from "../reports/calls";
import css from "./start.module.css";

type Task = keyof typeof copy.left;

/** Where each is done, in the order in which they are. */
const WHERE: Readonly<Record<Task, string>> = {
  data: pathTo("admin/data", `${DRAFT_PARAM}=${NEW_DRAFT}`),
  administrator: pathTo("admin/users"),
  backup: pathTo("admin/backups"),
  due: settingAt("expected_by"),
  mail: settingAt("smtp_host"),
};

/** What the server says; undefined where it is not known, or not open to the user. */
export type SetUp = {
  readonly program: Pick<ProgramInfo, "isEmpty"> | undefined;
  readonly users: Pick<UserList, "count" | "users"> | undefined;
  readonly roles: Pick<RoleList, "roles"> | undefined;
  readonly backups: Pick<BackupList, "backups" | "dailyAt"> | undefined;
  readonly loaded: Pick<LoadedData, "tables"> | undefined;
  readonly reports: Pick<ReportList, "destinations"> | undefined;
};

/** What is left to do. Of what is not known nothing is said. */
export function leftOf({ program, users, roles, backups, loaded, reports }: SetUp): readonly Task[] {
  const left: Readonly<Record<Task, boolean | undefined>> = {
    data: program?.isEmpty,
    administrator: users && roles && isAlone(users, roles),
    backup: backups && backups.dailyAt === null && backups.backups.length === 0,
    // What is not there yet cannot be late.
    due: program && !program.isEmpty && loaded?.tables.every(({ expectedBy }) => expectedBy === null),
    mail: reports && !reports.destinations.canMail,
  };
  return (Object.keys(WHERE) as Task[]).filter((task) => left[task]);
}

/** Whether only one user can let others in. Where there are more users than are listed, that is no longer a beginning. */
function isAlone(
  { users, count }: Pick<UserList, "users" | "count">,
  { roles }: Pick<RoleList, "roles">,
): boolean {
  const administer = new Set(
    roles
      .filter(({ permissions }) =>
        permissions.some(({ module, editable }) => editable && module.code === "ADMIN"),
      )
      .map(({ name }) => name),
  );
  const able = users.filter((user) => !user.disabled && user.roles.some((role) => administer.has(role)));
  return count <= users.length && able.length < 2;
}

const KEY = "bond_left_out";

/** What this browser was told to leave out. */
function readLeftOut(): readonly string[] {
  return localStorage.getItem(KEY)?.split(" ") ?? [];
}

/** A short list for administrators, from facts. What is done is gone; each can be left out. */
export function LeftToDo() {
  const [leftOut, setLeftOut] = useState(readLeftOut);
  const tasks = leftOf({
    program: useProgram().data,
    users: useAdmin("users?limit=200").data,
    roles: useAdmin("roles").data,
    backups: useAdmin("backups").data,
    loaded: useAdmin("data").data,
    reports: savedReports.useList().data,
  }).filter((task) => !leftOut.includes(task));
  if (tasks.length === 0) return null;
  const leave = (task: Task) => {
    const next = [...leftOut, task];
    localStorage.setItem(KEY, next.join(" "));
    setLeftOut(next);
  };
  return (
    <Panel title={copy.leftTitle}>
      <ul className={css.left}>
        {tasks.map((task) => (
          <li key={task}>
            <div className={css.what}>
              <Link to={WHERE[task]}>{copy.left[task].what}</Link>
              <p className={css.quiet}>{copy.left[task].why}</p>
            </div>
            <IconButton
              label={copy.leaveOut(copy.left[task].what)}
              icon={<X aria-hidden="true" />}
              onClick={() => leave(task)}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
