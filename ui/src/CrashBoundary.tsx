import { Component, type ReactNode } from "react";
import { errors } from "./copy";
import { ErrorState } from "./kit";

/** Shows an error and a way to recover if the page fails to render. */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    if (!this.state.crashed) return this.props.children;
    return (
      <main>
        <ErrorState title={errors.crashTitle} detail={errors.failed} onRetry={() => location.reload()} />
      </main>
    );
  }
}
