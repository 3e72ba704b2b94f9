import { describe } from 'vitest';
import { archiveContract } from './contract-tests/archive.ts';
import type { Open } from './contract-tests/cast.ts';
import { chainsContract } from './contract-tests/chains.ts';
import { commitContract } from './contract-tests/commit.ts';
import { digestsContract } from './contract-tests/digests.ts';
import { edgesContract } from './contract-tests/edges.ts';
import { emptyContract } from './contract-tests/empty.ts';
import { eventsContract } from './contract-tests/events.ts';
import { forgetContract } from './contract-tests/forget.ts';
import { judgementsContract } from './contract-tests/judgements.ts';
import { previewsContract } from './contract-tests/previews.ts';
import { itselfContract } from './contract-tests/itself.ts';
import { lineageContract } from './contract-tests/lineage.ts';
import { linksContract } from './contract-tests/links.ts';
import { outlineContract } from './contract-tests/outline.ts';
import { rankedSearchContract } from './contract-tests/ranked-search.ts';
import { searchContract } from './contract-tests/search.ts';
import { secondaryContract } from './contract-tests/secondary.ts';
import { sessionsContract } from './contract-tests/sessions.ts';
import { skillsContract } from './contract-tests/skills.ts';
import { usageContract } from './contract-tests/usage.ts';
import { workDaysContract } from './contract-tests/work-days.ts';

/** What any store must do. A new store calls this from its own test file and inherits every case. */
export function storeContract(name: string, open: Open): void {
  describe(`${name} keeps the store contract`, () => {
    emptyContract(open);
    commitContract(open);
    archiveContract(open);
    sessionsContract(open);
    previewsContract(open);
    eventsContract(open);
    lineageContract(open);
    edgesContract(open);
    outlineContract(open);
    linksContract(open);
    chainsContract(open);
    judgementsContract(open);
    digestsContract(open);
    skillsContract(open);
    usageContract(open);
    workDaysContract(open);
    searchContract(open);
    secondaryContract(open);
    rankedSearchContract(open);
    forgetContract(open);
    itselfContract(open);
  });
}
