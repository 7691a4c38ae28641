import { useQuery } from '@tanstack/react-query'
import { historyFilterOptions } from '#portal/order/queries.ts'
import { useSession } from '#portal/session/session.ts'
import { type Chip, chipsOf, type ListFilters } from './list-filters.ts'

/** The filters of the address in words: tests and institutions by their names, as far as these are known. */
export function useFilterChips(filters: ListFilters): Chip[] {
  const { institution, institutions } = useSession()
  const { data } = useQuery({
    ...historyFilterOptions(institution.code),
    enabled: filters.test !== undefined || filters.behind !== undefined,
  })
  return chipsOf(filters, {
    test: (code) => data?.tests.find((test) => test.code === code)?.name ?? code,
    institution: (code) => institutions.find((one) => one.code === code)?.name ?? code,
  })
}
