import "../kit/theme/layers.css";
import "../kit/theme/tokens.css";
import "../kit/theme/fonts.css";
import "../kit/theme/base.css";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { BASE, withoutBase } from "../api/base";
import { onNewData } from "../api/dataVersion";
import { SHARED } from "../api/paths";
import { createQueryClient, refreshAnswers } from "../api/query";
import { startSession, takeOidcReturn, takeSsoLink, useReconnecting, useSession } from "../api/session";
import { forgetCampaigns } from "../figures/filters/forgetCampaigns";
import { CrashBoundary, failedPage } from "../kit/CrashBoundary";
import { startTheme } from "../kit/theme";
import { LeaveGuard } from "./LeaveGuard";
import { AppRoutes } from "./routes";

takeSsoLink();
takeOidcReturn();

const queryClient = createQueryClient();

// The answers of one session must not be shown in the next.
useSession.subscribe((now, before) => {
  if (now.user?.id !== before.user?.id) queryClient.clear();
  if (now.status === "signedOut") forgetCampaigns();
});

// Data were loaded, or a load was undone.
onNewData(() => {
  forgetCampaigns();
  void refreshAnswers(queryClient);
});

// Calls that failed during an outage are retried once the server answers.
useReconnecting.subscribe(({ on }) => {
  if (!on)
    void queryClient.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
});

startTheme();
const container = document.getElementById("root");
if (!container) throw new Error("The page has no #root element.");
const root = createRoot(container);
const failed = () => <main>{failedPage(() => location.reload())}</main>;
const draw = (page: ReactNode) =>
  root.render(
    <CrashBoundary failed={failed}>
      <QueryClientProvider client={queryClient}>{page}</QueryClientProvider>
    </CrashBoundary>,
  );

// What a link shows may be framed by other sites: no session begins here, and nothing leads from here to other screens.
if (withoutBase(location.pathname) === SHARED)
  void import("../pages/shared").then(({ start }) => start(draw));
else {
  startSession();
  draw(
    <BrowserRouter basename={BASE}>
      <LeaveGuard>
        <AppRoutes />
      </LeaveGuard>
    </BrowserRouter>,
  );
}
