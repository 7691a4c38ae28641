import { Button } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  Link,
  RouterProvider,
  useSearch,
} from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ProblemError } from '#contract/errors.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { counted } from '#ui/counted.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { accessible, onPhone, show } from '#ui/testing/show-field.tsx'
import { DataTable } from './DataTable.tsx'
import { ListFilters } from './ListFilters.tsx'
import { ListPage } from './ListPage.tsx'
import list from './list.module.css'
import { NothingFound } from './NothingFound.tsx'
import { useListSearch } from './use-list-search.ts'

interface Clinic {
  id: number
  name: string
  city: string | null
  status: string
}

const CLINICS: readonly Clinic[] = Array.from({ length: 60 }, (_, index) => ({
  id: index + 1,
  name: `Clinic ${index + 1}`,
  city: index === 0 ? null : `City ${index + 1}`,
  status: index % 2 === 0 ? 'Active' : 'Inactive',
}))

type Query = ComponentProps<typeof ListPage>['query']

interface ListProps {
  clinics?: readonly Clinic[] | undefined
  /** The server has counted only so far. */
  countedTo?: number
  query?: Partial<Query>
  onSort?: (orderBy: 'name' | 'city') => void
}

/** A list of clinics: 25 a page, searched by name, as the server would. */
function ClinicsPage({ clinics = CLINICS, countedTo = 1000, query = {}, onSort = () => {} }: ListProps) {
  const { q = '', page: number = 1 } = useSearch({ strict: false }) as { q?: string; page?: number }
  const search = useListSearch()
  const found = clinics.filter(({ name }) => name.includes(q))
  const isLoaded = !('data' in query) || query.data !== undefined
  const rows = isLoaded ? found.slice((number - 1) * 25, number * 25) : undefined
  const [isConfirming, setConfirming] = useState(false)
  return (
    <ListPage
      title="Clinics"
      crumbs={['Laboratory', 'Clinics']}
      count={rows && `${found.length} in total`}
      actions={<Button>Add clinic</Button>}
      filters={
        <ListFilters
          q={q}
          label="Search clinics"
          placeholder="Name"
          onSearch={search}
          status={undefined}
          chips={[{ status: 'Active', label: 'Active', count: 30 }]}
        >
          <Button aria-haspopup="listbox">Any city</Button>
        </ListFilters>
      }
      query={{
        data: rows,
        error: null,
        isError: false,
        isFetching: false,
        isPlaceholderData: false,
        refetch: () => {},
        ...query,
      }}
      page={number}
      rows={rows}
      total={rows && Math.min(found.length, countedTo)}
      hasMore={found.length > countedTo}
      announce={(total) => counted(total, 'clinic')}
      empty={
        q ? (
          <NothingFound
            title={`Nothing found for “${q}”`}
            text="Search by name."
            onClear={() => search('')}
          />
        ) : (
          <EmptyState title="No clinics yet" text="Clinics appear here." />
        )
      }
    >
      <DataTable
        label="Clinics"
        rows={rows}
        keyOf={({ id }) => id}
        sorting={{ orderBy: 'name', asc: true, onSort }}
        columns={[
          {
            label: 'Name',
            orderBy: 'name',
            card: 'head',
            cell: ({ id, name }) => (
              <Link to="." hash={`clinic-${id}`} className={list.rowLink} data-row-link>
                {name}
              </Link>
            ),
          },
          {
            label: 'City',
            orderBy: 'city',
            cell: ({ city }) => city ?? 'No city',
            cardCell: ({ city }) => city,
          },
          { label: 'Status', cell: ({ status }) => status, card: 'tag' },
          {
            label: 'Actions',
            hidesLabel: true,
            card: 'foot',
            cell: ({ id, name }) => (
              <>
                <Button
                  aria-label={`Close ${name}`}
                  style={{ zIndex: 1 }}
                  onClick={() => setConfirming(true)}
                >
                  Close
                </Button>
                {id === 1 && (
                  <ConfirmDialog
                    opened={isConfirming}
                    title="Close this clinic?"
                    confirm="Close clinic"
                    onConfirm={() => setConfirming(false)}
                    onClose={() => setConfirming(false)}
                  >
                    It keeps its orders.
                  </ConfirmDialog>
                )}
              </>
            ),
          },
        ]}
      />
    </ListPage>
  )
}

/** Shows the list at an address; returns the router, which has the address of the moment. */
async function showList(address: string, props: ListProps = {}) {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <main>
          <ClinicsPage {...props} />
        </main>
      ),
    }),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  show(<RouterProvider router={router} />)
  await expect.element(page.getByRole('heading', { name: 'Clinics' })).toBeVisible()
  return router
}

const row = (name: string) => page.getByRole('link', { name, exact: true })
const table = () => page.getByRole('table', { name: 'Clinics' })
const live = (text: string) => page.getByRole('status').getByText(text, { exact: true })

test('shows the shape of the rows while they are loading, and announces no number', async () => {
  await showList('/', { query: { data: undefined } })
  await expect.element(table()).toBeVisible()
  expect(table().element().querySelectorAll('tbody tr[aria-hidden]').length).toBeGreaterThan(0)
  expect(page.getByRole('navigation', { name: 'Pages' }).elements()).toHaveLength(0)
  expect(page.getByText(/in total|60 clinics/).elements()).toHaveLength(0)
  await accessible()
})

test('shows rows, count and paging, and goes to the next page', async () => {
  const router = await showList('/')
  await expect.element(page.getByText('60 in total')).toBeVisible()
  await expect.element(live('60 clinics')).toBeInTheDocument()
  await expect.element(page.getByText('1–25 of 60')).toBeVisible()
  expect(page.getByRole('link', { name: 'Previous page' }).elements()).toHaveLength(0)
  await accessible()
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect.element(row('Clinic 26')).toBeVisible()
  expect(router.state.location.search).toMatchObject({ page: 2 })
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect.element(page.getByText('51–60 of 60')).toBeVisible()
  expect(page.getByRole('link', { name: 'Next page' }).elements()).toHaveLength(0)
})

test('says that there are more rows than were counted, and goes on behind those', async () => {
  await showList('/?page=2', { countedTo: 50 })
  await expect.element(page.getByText('26–50 of more than 50')).toBeVisible()
  await expect.element(page.getByText('Page 2 of more than 2')).toBeVisible()
  await accessible()
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect.element(row('Clinic 51')).toBeVisible()
})

test('says why there are no rows, without paging', async () => {
  await showList('/', { clinics: [] })
  await expect.element(page.getByText('No clinics yet')).toBeVisible()
  expect(table().elements()).toHaveLength(0)
  expect(page.getByRole('navigation', { name: 'Pages' }).elements()).toHaveLength(0)
  await accessible()
})

test('searches from page 1 without a step in the history, and shows all rows again with "Clear search"', async () => {
  const router = await showList('/?page=2')
  const box = page.getByRole('searchbox', { name: 'Search clinics' })
  await box.fill('Nowhere')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Nothing found for “Nowhere”')).toBeVisible()
  expect(router.state.location.search).toEqual({ q: 'Nowhere', page: 1 })
  expect(router.history.length).toBe(1)
  await expect.element(live('0 clinics')).toBeInTheDocument()
  await accessible()
  await page.getByRole('button', { name: 'Clear search' }).last().click()
  await expect.element(row('Clinic 1')).toBeVisible()
  await expect.element(box).toHaveValue('')
  expect(router.state.location.search).toEqual({ page: 1 })
})

test('shows an error with a button that tries again', async () => {
  const refetch = vi.fn()
  await showList('/?page=2', {
    query: { data: undefined, isError: true, error: new Error('no connection'), refetch },
  })
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(page.getByText('Invalid page').elements()).toHaveLength(0)
  await accessible()
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(refetch).toHaveBeenCalledOnce()
})

test('keeps the rows when they could not be updated, and says so', async () => {
  await showList('/', { query: { isError: true, error: new Error('no connection') } })
  await expect.element(page.getByText(/may be out of date/)).toBeVisible()
  await expect.element(row('Clinic 1')).toBeVisible()
})

test('dims rows of the search before, and does not announce their number', async () => {
  await showList('/', { query: { isPlaceholderData: true } })
  await expect.element(row('Clinic 1')).toBeVisible()
  expect(getComputedStyle(table().element().parentElement as HTMLElement).opacity).toBe('0.6')
  expect(live('60 clinics').elements()).toHaveLength(0)
})

test('leads from a page that does not exist to the first one, with the search', async () => {
  const router = await showList('/?q=Clinic&page=9')
  await expect.element(page.getByText('This list has no page 9.')).toBeVisible()
  await accessible()
  await page.getByRole('link', { name: 'Go to page 1' }).click()
  await expect.element(row('Clinic 1')).toBeVisible()
  expect(router.state.location.search).toEqual({ q: 'Clinic', page: 1 })
})

test('says the same of a page that the server refuses', async () => {
  const problem = { type: 'about:blank', title: 'Invalid page', status: 400, code: 'invalid-page' } as const
  await showList('/?page=9', {
    query: { data: undefined, isError: true, error: new ProblemError(problem) },
  })
  await expect.element(page.getByText('This list has no page 9.')).toBeVisible()
  expect(page.getByRole('alert').elements()).toHaveLength(0)
})

test('says the same when the rows of the page that is open are no longer there', async () => {
  const problem = { type: 'about:blank', title: 'Invalid page', status: 400, code: 'invalid-page' } as const
  const router = await showList('/?page=3', { query: { isError: true, error: new ProblemError(problem) } })
  await expect.element(page.getByText('This list has no page 3.')).toBeVisible()
  for (const gone of [row('Clinic 51'), page.getByText(/may be out of date/), live('60 clinics')])
    expect(gone.elements()).toHaveLength(0)
  await accessible()
  await page.getByRole('link', { name: 'Go to page 1' }).click()
  await expect.poll(() => router.state.location.search).toEqual({ page: 1 })
})

test('moves between the rows by arrow keys, and opens a row by Enter', async () => {
  const router = await showList('/')
  await page.getByRole('searchbox', { name: 'Search clinics' }).click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(row('Clinic 1')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
  await expect.element(row('Clinic 2')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => router.state.location.hash).toBe('clinic-2')
})

test('leaves the arrow keys to what opens a list, and to a dialog of a row', async () => {
  await showList('/')
  const opener = page.getByRole('button', { name: 'Any city' })
  await opener.click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(opener).toHaveFocus()
  await page.getByRole('button', { name: 'Close Clinic 1', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Close this clinic?' })
  const isFocusInside = () => dialog.element().contains(document.activeElement)
  await expect.element(dialog).toBeVisible()
  await expect.poll(isFocusInside).toBe(true)
  await userEvent.keyboard('{ArrowDown}')
  expect(isFocusInside()).toBe(true)
})

test('sorts by the columns that the server can sort by', async () => {
  const onSort = vi.fn()
  await showList('/', { onSort })
  const heading = (name: string) => page.getByRole('columnheader', { name })
  await expect.element(heading('Name')).toHaveAttribute('aria-sort', 'ascending')
  expect(heading('City').element().hasAttribute('aria-sort')).toBe(false)
  await heading('City').getByRole('button').click()
  expect(onSort.mock.calls).toEqual([['city']])
  expect(heading('Status').getByRole('button').elements()).toHaveLength(0)
})

test('shows the columns as cards on a phone, without a detail that has no value', async () => {
  await onPhone()
  await showList('/')
  await expect.element(row('Clinic 1')).toBeVisible()
  expect(table().elements()).toHaveLength(0)
  const card = (name: string) => page.getByRole('listitem').filter({ has: row(name) })
  expect(card('Clinic 1').element().textContent).not.toContain('City')
  expect(card('Clinic 2').element().textContent).toContain('CityCity 2')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await accessible()
  await row('Clinic 1').element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(row('Clinic 2')).toHaveFocus()
})
