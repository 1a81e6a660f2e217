import { useState } from "react";
import { account as copy } from "#texts/account";
import { blocks } from "#texts/page";
import { tokens as texts } from "#texts/tokens";
import { useSession } from "../../api/session";
import type { Account } from "../../generated/wire";
import { Button } from "../../kit";
import { LoadedList } from "../../kit/parts/LoadedList";
import { MakeToken } from "../../kit/parts/MakeToken";
import { OPTIONAL_MODULES } from "../../kit/parts/modules";
import { Panel } from "../../kit/parts/Panel";
import TokenTable from "../../kit/parts/TokenTable";
import { useAccount, useAccountCall } from "./useAccount";

type TokensProps = Pick<Account, "longestTokenDays" | "tokenAbilities">;

/** The API tokens of the user: make and revoke. */
export function Tokens({ longestTokenDays: longest, tokenAbilities }: TokensProps) {
  const list = useAccount("tokens");
  const change = useAccountCall();
  const open = useSession(({ user }) => user?.modules ?? []);
  const [isMaking, setMaking] = useState(false);
  return (
    <LoadedList of={list} failed={blocks.failedTitle(texts.title)}>
      {({ tokens }) => (
        <Panel
          title={texts.title}
          detail={copy.tokensDetail}
          actions={longest > 0 && <Button onClick={() => setMaking(true)}>{texts.make}</Button>}
        >
          <TokenTable
            tokens={tokens}
            none={longest > 0 ? copy.noTokens : texts.notAllowed}
            onRevoke={({ id }) => change("DELETE", `tokens/${id}`, undefined)}
          />
          {isMaking && (
            <MakeToken
              title={texts.make}
              longest={longest}
              abilities={tokenAbilities}
              modules={OPTIONAL_MODULES.filter(({ value }) => open.includes(value))}
              make={(token) => change("POST", "tokens", token)}
              onClose={() => setMaking(false)}
            />
          )}
        </Panel>
      )}
    </LoadedList>
  );
}
