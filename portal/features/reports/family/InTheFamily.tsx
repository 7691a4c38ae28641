import { Button } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { Order } from '#contract/order.ts'
import type { ReportView } from '#contract/reports.ts'
import { acrossPeople } from '#domain/results/compare/across-people.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { LoadingIndicator } from '#ui/LoadingIndicator.tsx'
import { reportsOptions } from '../queries.ts'
import classes from './family.module.css'
import { peopleOf, relativePeople, relativesOf } from './people.ts'
import * as texts from './texts.ts'
import { VariantsTable } from './VariantsTable.tsx'

interface InTheFamilyProps {
  order: Order
  reports: readonly ReportView[]
}

/** The same variant in each tested person: of this order, and of relatives' orders once the reader asks for them. */
export function InTheFamily({ order, reports }: InTheFamilyProps) {
  const [isOpen, setOpen] = useState(relativesOf(order).length === 0)
  return (
    <section className={classes.family} aria-label={texts.inTheFamily}>
      {isOpen ? (
        <Compared order={order} reports={reports} />
      ) : (
        <>
          <Button variant="default" onClick={() => setOpen(true)}>
            {texts.compareFamily}
          </Button>
          <p className={classes.hint}>{texts.compareFamilyHint}</p>
        </>
      )}
    </section>
  )
}

function Compared({ order, reports }: InTheFamilyProps) {
  const relatives = relativesOf(order)
  const queries = useQueries({ queries: relatives.map(({ id }) => reportsOptions(order.hospitalCode, id)) })
  const failed = queries.find(({ isError, data }) => isError && !data)
  if (failed) return <ErrorState problem={failed.error} retry={() => failed.refetch()} />
  if (queries.some(({ data }) => !data)) return <LoadingIndicator />
  const people = [
    ...peopleOf(reports),
    ...relatives.flatMap((one, index) => relativePeople(one, queries[index]?.data?.reports ?? [])),
  ]
  const variants = acrossPeople(people)
  return variants.length === 0 ? (
    <p className={classes.hint}>{texts.noVariants}</p>
  ) : (
    <VariantsTable people={people} variants={variants} />
  )
}
