import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { FoundResult } from '#contract/results.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { show } from '#ui/testing/show-field.tsx'
import { ResultTable } from './ResultTable.tsx'

/** A variant of report 7, which lists it for each tissue. */
const inTissue = (position: number, zygosity: string): FoundResult => ({
  ...{ reportId: 7, position, hospitalCode: '1001', orderId: 4711, state: 'reported', accessionNumber: null },
  ...{ testName: 'Exome', person: '', reportedAt: '2026-11-12T16:00:00.000Z' },
  ...{ outcome: 'positive', overall: '' },
  patient: { firstName: 'Ida', lastName: 'Berg', dateOfBirth: '1980-01-01' },
  ...{ isPreliminary: false, isQuestioned: false, variants: 2 },
  variant: { gene: 'GNAS', description: 'c.602G>A', classes: [], zygosity, section: 'main' },
})

test('a variant that a report lists twice has two rows, and both go when the report is withdrawn', async () => {
  const [blood, skin] = [inTissue(1, 'Mosaic in blood'), inTissue(2, 'Mosaic in skin')]
  const other: FoundResult = { ...inTissue(1, 'Heterozygous'), reportId: 8, orderId: 4712 }
  let receive: (rows: FoundResult[]) => void = () => {}
  function Found() {
    const [rows, setRows] = useState([blood, skin, other])
    receive = setRows
    return <ResultTable rows={rows} several={false} />
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: Found }),
    history: createMemoryHistory(),
  })
  const session = { institution: { code: '1001' }, can: () => true } as unknown as Session
  show(
    <SessionContext value={session}>
      <RouterProvider router={router as never} />
    </SessionContext>,
  )
  const lines = () =>
    page
      .getByText(/Mosaic|Heterozygous/)
      .elements()
      .map(({ textContent }) => textContent?.match(/Mosaic in \w+|Heterozygous/)?.[0])
  await expect.poll(lines).toEqual(['Mosaic in blood', 'Mosaic in skin', 'Heterozygous'])
  receive([other])
  await expect.poll(lines).toEqual(['Heterozygous'])
})
