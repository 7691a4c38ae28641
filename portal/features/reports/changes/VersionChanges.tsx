import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { VersionHead } from '#contract/report-changes.ts'
import type { ReportView } from '#contract/reports.ts'
import { STATUS_WORDS } from '#domain/reports/words.ts'
import { classesInWords } from '#domain/results/compare/classes.ts'
import { showDay, showInstant } from '#ui/dates.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { ComparisonView } from '#ui/genetics/ComparisonView.tsx'
import { InlineList } from '#ui/InlineList.tsx'
import { compareHash } from '../versions.ts'
import { changeInWords } from '../words.ts'
import classes from './changes.module.css'
import { changesOptions, classesOptions } from './queries.ts'
import * as texts from './texts.ts'

interface VersionChangesProps {
  order: { hospitalCode: string; id: number }
  report: ReportView
  older: number
  newer: number
}

/** What changed between two versions of a report, which the reader may choose, and each variant’s class over all. */
export function VersionChanges({ order, report, older, newer }: VersionChangesProps) {
  const titleId = useId()
  const isQuestioned = report.versions.some((one) => one.isQuestioned && [older, newer].includes(one.version))
  const [isWarned, setWarned] = useState(false)
  return (
    <section aria-labelledby={titleId} className={classes.changes}>
      <h3 id={titleId} className={classes.title}>
        {texts.whatChanged}
      </h3>
      <ChosenVersions report={report} older={older} newer={newer} />
      {isQuestioned && !isWarned ? (
        <>
          <p>{texts.beingChecked}</p>
          <Button variant="default" onClick={() => setWarned(true)}>
            {texts.compareAnyway}
          </Button>
        </>
      ) : (
        <Changes {...{ order, older, newer, isQuestioned }} />
      )}
      <OverTime order={order} report={report} />
    </section>
  )
}

/** Any two versions that can be opened, once there are more than two. */
function ChosenVersions({ report, older, newer }: Omit<VersionChangesProps, 'order'>) {
  const navigate = useNavigate()
  const versions = report.versions
    .filter(({ state }) => state !== 'withdrawn')
    .toSorted((a, b) => a.version - b.version)
  if (versions.length < 3) return null
  const options = versions.map(({ version, number, madeAt, status }) => ({
    value: String(version),
    label: texts.versionOf(number, showDay(madeAt), STATUS_WORDS[status]),
  }))
  const go = (one: number, other: number) =>
    void navigate({
      to: '.',
      hash: compareHash(Math.min(one, other), Math.max(one, other)),
      resetScroll: false,
    })
  return (
    <div className={classes.chosen}>
      <NativeSelect
        label={texts.earlier}
        data={options.filter(({ value }) => Number(value) !== newer)}
        value={String(older)}
        onChange={(event) => go(Number(event.currentTarget.value), newer)}
      />
      <NativeSelect
        label={texts.later}
        data={options.filter(({ value }) => Number(value) !== older)}
        value={String(newer)}
        onChange={(event) => go(older, Number(event.currentTarget.value))}
      />
    </div>
  )
}

interface ChangesProps extends Omit<VersionChangesProps, 'report'> {
  isQuestioned: boolean
}

function Changes({ order, older, newer, isQuestioned }: ChangesProps) {
  const query = useQuery(changesOptions(order, { older, newer, isQuestioned }))
  if (query.isError && !query.data) return <ErrorState problem={query.error} retry={() => query.refetch()} />
  if (!query.data) return null
  const { comparison, withoutData } = query.data
  const without = [query.data.older, query.data.newer].filter(({ version }) => withoutData.includes(version))
  return (
    <>
      <Head version={query.data.newer} />
      {comparison ? (
        <ComparisonView comparison={comparison} />
      ) : (
        <p>{texts.notComparable(without.map(({ number }) => texts.versionNumber(number)).join(' and '))}</p>
      )}
    </>
  )
}

/** When, by whom and why: of the newer version. */
function Head({
  version: { number, madeAt, laboratory, signedBy, change, words },
}: {
  version: VersionHead
}) {
  return (
    <>
      <p className={classes.facts}>
        <InlineList
          of={[texts.issued(number, showInstant(madeAt)), signedBy && texts.signedBy(signedBy), laboratory]}
        />
      </p>
      <p className={classes.why}>{changeInWords({ change, words }) || texts.reasonNotStated}</p>
    </>
  )
}

function OverTime({ order, report }: Pick<VersionChangesProps, 'order' | 'report'>) {
  const { data } = useQuery(classesOptions(order))
  const history = data?.find((one) => one.person === report.person && one.testCode === report.testCode)
  if (!history || history.variants.length === 0) return null
  const changed = history.variants.filter(({ steps }) => steps.length > 1)
  const inWords = (step: number) => {
    const one = history.versions.find(({ version }) => version === step)
    return one ? texts.inVersion(showDay(one.madeAt), one.number) : ''
  }
  return (
    <>
      <h4 className={classes.subtitle}>{texts.overTime}</h4>
      {changed.length === 0 && <p className={classes.facts}>{texts.noChange}</p>}
      {changed.map(({ name, steps }, index) => (
        <div key={index} className={classes.history}>
          <div className={classes.name}>{name}</div>
          <ol>
            {steps.map(({ version, classes: given, isFound }) => (
              <li key={version}>
                <span className={classes.facts}>{inWords(version)}</span>{' '}
                {isFound ? classesInWords(given) || texts.notClassified : texts.notListedAsFound}
              </li>
            ))}
          </ol>
        </div>
      ))}
    </>
  )
}
