import { Select, Switch } from '@mantine/core'
import { CLASSES } from '#domain/results/choices.ts'
import { OUTCOMES_IN_DATA } from '#domain/results/outcomes.ts'
import { OUTCOME_WORDS } from '#domain/results/words.ts'
import { SearchBox } from '#portal/list/SearchBox.tsx'
import { useSession } from '#portal/session/session.ts'
import classes from './results.module.css'
import * as texts from './texts.ts'
import type { useResultsSearch } from './use-results-search.ts'

type Search = ReturnType<typeof useResultsSearch>

/** What is searched for: each field narrows it, in any order. */
export function SearchFields({ search }: { search: Search }) {
  const { institutions } = useSession()
  const { gene, variant, classification, outcome, everywhere, change } = search
  return (
    <search className={classes.fields}>
      <SearchBox
        label={texts.gene}
        placeholder={texts.geneHint}
        value={gene}
        onSearch={(text) => change({ gene: text || undefined }, { replace: true })}
      />
      <SearchBox
        label={texts.variant}
        placeholder={texts.variantHint}
        value={variant}
        onSearch={(text) => change({ variant: text || undefined }, { replace: true })}
      />
      <Select
        aria-label={texts.variantClass}
        placeholder={texts.anyClass}
        clearable
        data={CLASSES.map(([word]) => word)}
        value={classification ?? null}
        onChange={(chosen) => change({ class: chosen ?? undefined })}
      />
      <Select
        aria-label={texts.overallResult}
        placeholder={texts.anyResult}
        clearable
        data={OUTCOMES_IN_DATA.map((value) => ({ value, label: OUTCOME_WORDS[value] }))}
        value={outcome ?? null}
        onChange={(chosen) => change({ outcome: chosen ?? undefined })}
      />
      {institutions.length > 1 && (
        <Switch
          label={texts.everywhere}
          checked={everywhere}
          onChange={(event) => change({ everywhere: event.currentTarget.checked || undefined })}
        />
      )}
    </search>
  )
}
