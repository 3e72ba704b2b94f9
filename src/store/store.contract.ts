import { describe } from 'vitest';
import { archiveContract } from './contract/archive.ts';
import type { Open } from './contract/cast.ts';
import { chainsContract } from './contract/chains.ts';
import { commitContract } from './contract/commit.ts';
import { digestsContract } from './contract/digests.ts';
import { edgesContract } from './contract/edges.ts';
import { emptyContract } from './contract/empty.ts';
import { eventsContract } from './contract/events.ts';
import { forgetContract } from './contract/forget.ts';
import { glancesContract } from './contract/glances.ts';
import { itselfContract } from './contract/itself.ts';
import { lineageContract } from './contract/lineage.ts';
import { linksContract } from './contract/links.ts';
import { outlineContract } from './contract/outline.ts';
import { searchContract } from './contract/search.ts';
import { sessionsContract } from './contract/sessions.ts';
import { skillsContract } from './contract/skills.ts';
import { usageContract } from './contract/usage.ts';
import { workDaysContract } from './contract/work-days.ts';

/** What any store must do. A new store calls this from its own test file and inherits every case. */
export function storeContract(name: string, open: Open): void {
  describe(`${name} keeps the store contract`, () => {
    emptyContract(open);
    commitContract(open);
    archiveContract(open);
    sessionsContract(open);
    glancesContract(open);
    eventsContract(open);
    lineageContract(open);
    edgesContract(open);
    outlineContract(open);
    linksContract(open);
    chainsContract(open);
    digestsContract(open);
    skillsContract(open);
    usageContract(open);
    workDaysContract(open);
    searchContract(open);
    forgetContract(open);
    itselfContract(open);
  });
}
