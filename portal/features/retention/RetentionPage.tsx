import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { retentionRoutes } from '#contract/retention.ts'
import type { ReplyOf } from '#contract/route.ts'
import { grouped } from '#domain/text/figures.ts'
import { NotFoundPage } from '#portal/frame/RouteProblems.tsx'
import { DataTable } from '#portal/list/DataTable.tsx'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
import { showAgo } from '#ui/dates.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { retentionOptions } from './queries.ts'
import * as texts from './texts.ts'

/** For the laboratory's Support: how long each kind of data is kept, and what was erased. */
export default function RetentionPage() {
  return useSession().user.support ? <Overview /> : <NotFoundPage />
}

type Kind = ReplyOf<(typeof retentionRoutes)['overview']>['kinds'][number]

function Overview() {
  const { data, error, refetch } = useQuery(retentionOptions)
  return (
    <>
      <PageHead title={texts.retention} crumbs={[texts.laboratory, texts.retention]} sub={texts.hint} />
      {error && !data ? (
        <ErrorState problem={error} retry={() => void refetch()} />
      ) : (
        <Stack>
          <DataTable
            label={texts.retention}
            rows={data?.kinds}
            keyOf={({ kind }) => kind}
            columns={[
              { label: texts.kindHeading, cell: ({ kind }) => texts.KIND_WORDS[kind], card: 'head' },
              { label: texts.keptHeading, cell: keptFor },
              { label: texts.onRequestHeading, cell: onRequest },
              { label: texts.roundHeading, cell: roundOf },
              { label: texts.staysHeading, cell: stays },
            ]}
          />
          {data && data.filesWaiting > 0 && <p>{texts.files(counted(data.filesWaiting, 'file'))}</p>}
        </Stack>
      )}
    </>
  )
}

const keptFor = ({ days }: Kind) => (days === null ? texts.forEver : texts.forDays(grouped(days)))

function onRequest({ daysOnRequest: days }: Kind) {
  if (days === null) return texts.notErased
  return days === 0 ? texts.atOnce : texts.afterDays(grouped(days))
}

function roundOf({ days, round: { isUnderWay, endedAt, erased } }: Kind) {
  if (isUnderWay) return texts.underWay(grouped(erased))
  if (endedAt === null) return days === null ? '' : texts.noRound
  return texts.ended(showAgo(endedAt), grouped(erased))
}

function stays({ days, round: { kept } }: Kind) {
  if (days === null) return ''
  if (kept.length === 0) return texts.nothing
  return (
    <>
      {kept.map(({ because, count }) => (
        <div key={because}>
          {grouped(count)}: {texts.KEPT_WORDS[because]}
        </div>
      ))}
    </>
  )
}
