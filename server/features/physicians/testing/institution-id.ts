import type { TestPortal } from '#server/testing/portal.ts'

/** The id by which whoever registers names an institution. */
export async function institutionIdOf(portal: TestPortal, code: string): Promise<number> {
  const { data } = await portal
    .as('a newcomer')
    .physicians.searchInstitutions({ params: { id: 0 }, query: { search: code } })
  const found = data.find((one) => one.institutionCode === code)
  if (!found) throw new Error(`no institution ${code}`)
  return found.institutionId
}
