import { queryOptions } from '@tanstack/react-query'
import { type CreateLink, createLink } from '#domain/catalogue/create-link.ts'
import { api, queryClient } from '#portal/api.ts'

interface Choice {
  /** Where the order is made. */
  hospital: string
  testCode: string
  displayCode?: string
}

/** The codes of the add-on tests of a test at an institution. */
export function addOnsOptions({ testCode, hospital }: Choice) {
  return queryOptions({
    queryKey: ['catalogue', 'add-ons', testCode, hospital],
    queryFn: async () => {
      const query = { institutionCode: hospital }
      const tests = await api.catalogue.addOnTests({ params: { code: testCode }, query })
      return tests.map(({ code }) => code)
    },
    staleTime: 15 * 60_000,
    // Somebody waits for the link: without an answer it leads to the test alone, and the form offers its add-ons.
    retry: false,
  })
}

/** Asks for the add-on tests of a test that is pointed at, before its link is followed. */
export function prepareLink(choice: Choice): void {
  void queryClient.prefetchQuery(addOnsOptions(choice))
}

/** The search of /create that orders a test with the add-on tests of the clinic (ORDER-05). Never fails. */
export async function linkWithAddOns(choice: Choice): Promise<CreateLink> {
  const addOns = await queryClient.fetchQuery(addOnsOptions(choice)).catch(() => [])
  return createLink({ ...choice, addOns })
}
