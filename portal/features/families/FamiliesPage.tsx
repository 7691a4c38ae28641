import { Box, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { FamilyRow } from '#contract/families.ts'
import { NotInRole } from '#portal/frame/NotInRole.tsx'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { DataTable } from '#portal/list/DataTable.tsx'
import { ListPage } from '#portal/list/ListPage.tsx'
import list from '#portal/list/list.module.css'
import { NothingFound } from '#portal/list/NothingFound.tsx'
import { PAGE_SIZE } from '#portal/list/paging.ts'
import { SearchBox } from '#portal/list/SearchBox.tsx'
import { useListSearch } from '#portal/list/use-list-search.ts'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
import { showInstant } from '#ui/dates.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { StartFromFile } from './papers/StartFromFile.tsx'
import { familiesOptions } from './queries.ts'
import * as texts from './texts.ts'

const route = getRouteApi('/signed-in/families')

/** The institution's families, last changed first; found by any member's name. */
export default function FamiliesPage() {
  const { can } = useSession()
  return can('ViewOrder') ? <Families /> : <NotInRole title={texts.families} why={texts.noFamiliesInRole} />
}

function Families() {
  const { institution, can } = useSession()
  const { q = '', page } = route.useSearch()
  const search = useListSearch()
  const skip = (page - 1) * PAGE_SIZE
  const families = useQuery(
    familiesOptions(institution.code, { ...(q ? { keyword: q } : {}), skip, top: PAGE_SIZE }),
  )
  const { data } = families
  const begin = can('CreateOrder') && (
    <Group gap="xs">
      <StartFromFile />
      <ButtonLink to="/families/new">{texts.newFamily}</ButtonLink>
    </Group>
  )
  return (
    <ListPage
      title={texts.families}
      crumbs={[texts.families, institution.name]}
      actions={begin}
      filters={
        <Box component="search" maw={480} mb="md">
          <SearchBox label={texts.search} placeholder={texts.searchPlaceholder} value={q} onSearch={search} />
        </Box>
      }
      query={families}
      page={page}
      rows={data?.families}
      total={data?.total}
      announce={(total) => counted(total, 'family')}
      empty={
        q ? (
          <NothingFound
            title={texts.nothingFound(q)}
            text={texts.nothingFoundHint}
            onClear={() => search('')}
          />
        ) : (
          <EmptyState title={texts.noFamilies} text={texts.noFamiliesHint} action={begin} />
        )
      }
    >
      <DataTable
        label={texts.families}
        rows={data?.families}
        keyOf={({ id }) => id}
        columns={[
          { label: texts.name, cell: (row) => <NameCell row={row} />, card: 'head' },
          { label: texts.proband, cell: ({ probands }) => probands || texts.noProbandName },
          { label: texts.people, cell: ({ peopleCount }) => peopleCount },
          {
            label: texts.lastChange,
            cell: ({ changedAt, changedBy }) => texts.changedBy(showInstant(changedAt), changedBy),
          },
        ]}
      />
    </ListPage>
  )
}

function NameCell({ row }: { row: FamilyRow }) {
  return (
    <Link to="/families/$id" params={{ id: String(row.id) }} className={list.rowLink} data-row-link>
      {row.name}
    </Link>
  )
}
