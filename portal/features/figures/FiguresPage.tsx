import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { addMonths, monthOf, monthsFrom } from '#domain/figures/months.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { useSession } from '#portal/session/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { FigureCard } from './FigureCard.tsx'
import { FigureFilters } from './FigureFilters.tsx'
import classes from './figures.module.css'
import { MonthCard } from './MonthCard.tsx'
import { NowCard } from './NowCard.tsx'
import { type FiguresReply, figuresOptions } from './queries.ts'
import { type Asked, groupTables, monthTables } from './tables.ts'
import * as texts from './texts.ts'

const route = getRouteApi('/signed-in/figures')

/** The numbers of a clinic for who leads it: this month, what waits, and each figure by month, test and provider. */
export default function FiguresPage() {
  const { can, institution } = useSession()
  if (can('ViewOrder')) return <Figures key={institution.code} />
  return (
    <>
      <PageHead title={texts.figures} />
      <EmptyState title={texts.figures} text={texts.noPermission(institution.name)} />
    </>
  )
}

function Figures() {
  const { institution } = useSession()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { months, test, provider, hospitalCodes } = search
  const to = monthOf(todayAtLaboratory(new Date()))
  const from = addMonths(to, 1 - Number(months))
  const asked: Asked = { months: monthsFrom(from, to), test: test ?? '', provider: provider ?? '' }
  const figures = useQuery(
    figuresOptions(institution.code, { from, to, test, providerName: provider, hospitalCodes }),
  )
  return (
    <>
      <PageHead
        title={texts.figures}
        crumbs={[texts.institution, institution.name]}
        sub={texts.figuresHint}
      />
      <div className={classes.page}>
        <FigureFilters
          search={search}
          onChange={(change) =>
            void navigate({ search: (before) => ({ ...before, ...change }), resetScroll: false })
          }
        />
        {figures.isError && !figures.data ? (
          <Card>
            <ErrorState problem={figures.error} retry={() => void figures.refetch()} />
          </Card>
        ) : figures.data ? (
          <FigureCards reply={figures.data} asked={asked} hospitalCodes={hospitalCodes} />
        ) : (
          [1, 2, 3].map((card) => <Skeleton key={card} height={260} />)
        )}
      </div>
    </>
  )
}

interface FigureCardsProps {
  reply: FiguresReply
  asked: Asked
  hospitalCodes?: string | undefined
}

/** The cards of one reply. */
export function FigureCards({ reply, asked, hospitalCodes }: FigureCardsProps) {
  const isEmpty = reply.months.length === 0
  return (
    <>
      {!reply.isComplete && (
        <Banner tone="quiet" title={texts.stillCounting}>
          {texts.stillCountingHint}
        </Banner>
      )}
      <div className={classes.first}>
        <MonthCard months={reply.months} asked={asked} hospitalCodes={hospitalCodes} />
        <NowCard now={reply.now} hospitalCodes={hospitalCodes} />
      </div>
      {isEmpty ? (
        <Card>
          <EmptyState
            title={texts.noFigures}
            text={texts.noFiguresHint}
            action={<ButtonLink to="/orders">{texts.ordersTitle}</ButtonLink>}
          />
        </Card>
      ) : (
        [...monthTables(reply, asked), ...groupTables(reply, asked)].map((table) => (
          <FigureCard key={table.id} table={table} hospitalCodes={hospitalCodes} />
        ))
      )}
    </>
  )
}
