import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { historyFilterOptions } from '#portal/order/queries.ts'
import { useSession } from '#portal/session/session.ts'
import classes from './figures.module.css'
import { type FiguresSearch, PERIODS } from './search-params.ts'
import * as texts from './texts.ts'

/** The longest list of codes that the server accepts. */
const MOST_CODES = 4000

interface FigureFiltersProps {
  search: FiguresSearch
  onChange: (change: Partial<FiguresSearch>) => void
}

/** The period, the test, the provider and, for a user of several, the institutions. */
export function FigureFilters({ search, onChange }: FigureFiltersProps) {
  const { institution, institutions } = useSession()
  const { data } = useQuery(historyFilterOptions(institution.code))
  const { months, test, provider, hospitalCodes } = search
  const tests = (data?.tests ?? []).map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))
  const every = institutions.map(({ code }) => code).join(',')
  const providers = (data?.providers ?? []).map(({ name }) => name)
  const withChosen = <T,>(all: T[], chosen: string | undefined, has: (one: T) => boolean, made: T) =>
    chosen === undefined || all.some(has) ? all : [made, ...all]
  return (
    <div className={classes.filters}>
      <Select
        label={texts.period}
        allowDeselect={false}
        data={PERIODS.map((count) => ({ value: count, label: texts.lastMonths(count) }))}
        value={months}
        onChange={(count) => onChange({ months: PERIODS.find((one) => one === count) ?? '12' })}
      />
      <Select
        label={texts.test}
        placeholder={texts.anyTest}
        clearable
        searchable
        limit={100}
        nothingFoundMessage={texts.noSuchTest}
        data={withChosen(tests, test, ({ value }) => value === test, {
          value: test ?? '',
          label: test ?? '',
        })}
        value={test ?? null}
        onChange={(code) => onChange({ test: code ?? undefined })}
      />
      <Select
        label={texts.provider}
        placeholder={texts.anyProvider}
        clearable
        searchable
        limit={100}
        nothingFoundMessage={texts.noSuchProvider}
        data={withChosen(providers, provider, (name) => name === provider, provider ?? '')}
        value={provider ?? null}
        onChange={(name) => onChange({ provider: name ?? undefined })}
      />
      {institutions.length > 1 && every.length <= MOST_CODES && (
        <Select
          label={texts.institutions}
          allowDeselect={false}
          data={[
            { value: '', label: institution.name },
            { value: every, label: texts.everyInstitution(institutions.length) },
          ]}
          value={hospitalCodes === every ? every : ''}
          onChange={(codes) => onChange({ hospitalCodes: codes || undefined })}
        />
      )}
    </div>
  )
}
