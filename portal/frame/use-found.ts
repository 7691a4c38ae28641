import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { MOST_COUNTED } from '#contract/lists.ts'
import type { OrderRow } from '#contract/order.ts'
import { createLink } from '#domain/catalogue/create-link.ts'
import { displayCodeOf } from '#domain/catalogue/display-code.ts'
import { notifyProblem } from '#ui/notices.ts'
import { api } from '../api.ts'
import { listOptions } from '../order/queries.ts'
import { pageKindOf } from '../order/row.ts'
import { namedAndBorn } from '../order/words.ts'
import { hasPermissionAnywhere } from '../session/guards.ts'
import { useSession } from '../session/session.ts'
import {
  mayAccount,
  mayCreateOrders,
  mayCreateVob,
  mayOrderKits,
  ORDER_ENTRIES,
  seesKits,
  sendsKits,
} from './entries.ts'
import { foundInstitutions } from './found-institutions.ts'

/** One line of the search: what it says, and where it leads. */
export interface SearchHit {
  id: string
  group: 'Orders' | 'Order a test' | 'People' | 'Pages' | 'Actions'
  label: string
  detail?: string
  go: () => void
}

const SHORTEST = 2
const MOST = 6

/** What `text` finds: pages and actions at once; orders, tests and people when the server has answered. */
export function useFound(text: string, openKeys: () => void) {
  const [debouncedText] = useDebouncedValue(text.trim(), 200)
  const session = useSession()
  const { user, institution, institutions, can, mayManageUsers, selectInstitution, logout } = session
  const navigate = useNavigate()
  const mayCreate = mayCreateOrders(session)
  const mayVerify = mayCreateVob(session)
  const mayDecide = mayManageUsers && hasPermissionAnywhere(user, ['CreateUser'])
  const maySeePeople = mayManageUsers && (can('ViewUser') || can('CreateUser'))
  const isSearching = debouncedText.length >= SHORTEST

  const orders = useQuery({
    ...listOptions(institution.code, { keyword: debouncedText, top: MOST, countTo: MOST_COUNTED }),
    enabled: isSearching && can('ViewOrder'),
  })
  const tests = useQuery({
    queryKey: ['catalogue', 'orderable', debouncedText, MOST],
    queryFn: () => api.catalogue.orderable({ query: { keywords: debouncedText, top: MOST } }),
    enabled: isSearching && mayCreate,
  })
  const people = useQuery({
    queryKey: ['users', institution.code, 'found', debouncedText],
    queryFn: () =>
      api.users.list({ query: { hospitalCode: institution.code, search: debouncedText, limit: MOST } }),
    enabled: isSearching && maySeePeople,
  })

  const openOrder = (order: OrderRow) => {
    const pageKind = pageKindOf(order.stage, can('CreateOrder'))
    if (pageKind === 'form') return navigate({ to: '/create', search: { draft: order.id } })
    const to = pageKind === 'en-route' ? '/order/en-route/$id' : '/order/details/$id'
    return navigate({ to, params: { id: String(order.id) } })
  }
  // What the server found for the text before is not offered for this one: Enter would open it.
  const isCurrent = isSearching && debouncedText === text.trim()
  const foundOrders = (orders.isPlaceholderData ? [] : (orders.data?.ordersDTO ?? [])).map(
    (order): SearchHit => ({
      id: `order-${order.id}`,
      group: 'Orders',
      label: foundOrderWords(order),
      detail: `${order.accessionNumber ?? order.id} · ${order.displayStatus}`,
      go: () => void openOrder(order),
    }),
  )
  const foundTests = (tests.data?.tests ?? []).map(
    (test): SearchHit => ({
      id: `test-${test.code}`,
      group: 'Order a test',
      label: test.testName,
      detail: [displayCodeOf(test) || test.code, test.matchedGene ?? ''].filter(Boolean).join(' · '),
      // The form offers what the clinic often orders with it, unticked and with its price.
      go: () =>
        void navigate({
          to: '/create',
          search: createLink({ testCode: test.code, displayCode: displayCodeOf(test) }),
        }),
    }),
  )
  const foundPeople = (people.data?.data ?? []).map(
    ({ id, firstName, lastName, email }): SearchHit => ({
      id: `person-${id}`,
      group: 'People',
      label: `${lastName}, ${firstName}`,
      detail: email,
      go: () => void navigate({ to: '/users/$id', params: { id: String(id) } }),
    }),
  )
  const lowerText = text.trim().toLowerCase()
  const otherInstitutions = institutions.filter((one) => one.code !== institution.code)
  const fixed: SearchHit[] = [
    page('Dashboard', () => void navigate({ to: '/dashboard' })),
    ...(can('ViewOrder')
      ? [
          page('Orders', () => void navigate({ to: '/orders' })),
          page('Results', () => void navigate({ to: '/results' })),
          ...ORDER_ENTRIES.map(([label, status]) =>
            page(`Orders: ${label}`, () => void navigate({ to: '/orders', search: { status } })),
          ),
        ]
      : []),
    ...(seesKits(session) ? [page('Kits', () => void navigate({ to: '/kits' }))] : []),
    ...(sendsKits(session) ? [page('Kits to send', () => void navigate({ to: '/kits-to-send' }))] : []),
    ...(user.support
      ? [
          page('Results to check', () => void navigate({ to: '/laboratory/results' })),
          page('Laboratory messages', () => void navigate({ to: '/laboratory' })),
          page('Counseling requests', () => void navigate({ to: '/counseling' })),
          page('Retention', () => void navigate({ to: '/laboratory/retention' })),
        ]
      : []),
    page('Profile', () => void navigate({ to: '/profile' })),
    ...(can('ViewOrder') ? [page('Clinic figures', () => void navigate({ to: '/figures' }))] : []),
    ...(mayAccount(session)
      ? [page('Accounting of disclosures', () => void navigate({ to: '/accounting' }))]
      : []),
    ...(mayManageUsers ? [page('Users', () => void navigate({ to: '/users' }))] : []),
    ...(mayDecide ? [page('Waiting for approval', () => void navigate({ to: '/users/waiting' }))] : []),
    ...(mayCreate ? [action('Create Order', () => void navigate({ to: '/create' }))] : []),
    ...(mayVerify
      ? [action('Create VOB', () => void navigate({ to: '/create', search: { is_vob: true } }))]
      : []),
    ...(mayOrderKits(session) ? [action('Order kits', () => void navigate({ to: '/kit-order' }))] : []),
    action('Show keyboard shortcuts', openKeys),
    action('Logout', () => void logout().catch(notifyProblem)),
  ]
  const switches = foundInstitutions(otherInstitutions, lowerText.replace(/^work for /, ''))
    .found.slice(0, MOST)
    .map(({ code, name }) =>
      action(`Switch to ${name} · ${code}`, () => {
        selectInstitution(code)
        void navigate({ to: '/dashboard' })
      }),
    )
  const answered = isCurrent ? [...foundOrders, ...foundTests, ...foundPeople] : []
  const offered = fixed.filter((one) => one.label.toLowerCase().includes(lowerText))
  return {
    found: [...answered, ...offered, ...switches],
    busy: [orders, tests, people].some((one) => one.isFetching) || debouncedText !== text.trim(),
    failed: [orders, tests, people].some((one) => one.isError),
  }
}

/** Whose order a line is, and of what: two of one name are told apart by their birthdays. */
export function foundOrderWords({ patient, testName }: Pick<OrderRow, 'patient' | 'testName'>): string {
  return `${namedAndBorn(patient) || 'No name yet'} · ${testName || 'no test yet'}`
}

const page = (label: string, go: () => void): SearchHit => ({
  id: `page-${label}`,
  group: 'Pages',
  label,
  go,
})
const action = (label: string, go: () => void): SearchHit => ({
  id: `action-${label}`,
  group: 'Actions',
  label,
  go,
})
