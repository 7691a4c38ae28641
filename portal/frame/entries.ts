import { ORDER_STATE_META, type SearchStatus } from '#domain/orders/status.ts'
import type { PermissionName } from '#domain/permissions/permissions.ts'
import type { Configuration } from '../session/guards.ts'

/** The statuses of the drawer's Orders group (specification §2), in its order, with what a user reads. */
export const ORDER_ENTRIES = [
  [ORDER_STATE_META['en-route'].display, 'en-route'],
  [ORDER_STATE_META.accessioned.display, 'accessioned'],
  [ORDER_STATE_META['in-process'].display, 'in-process'],
  [ORDER_STATE_META.reported.display, 'reported'],
  [ORDER_STATE_META.draft.display, 'pending-submission'],
] as const satisfies readonly (readonly [string, SearchStatus])[]

/** Who looks at the header and the drawer: what the rules below ask of a session. */
export interface Viewer {
  can(permission: PermissionName): boolean
  va: boolean
  admin: boolean
  mayManageUsers: boolean
  institution: { code: string }
  user: { support: boolean }
  configuration: Pick<Configuration, 'excludedBilling' | 'manifestInstitution' | 'flags'> & {
    features: Pick<Configuration['features'], 'userAdmin' | 'kits' | 'notifications'>
  }
}
type Rule = (viewer: Viewer) => boolean

const always: Rule = () => true
const mayViewOrders: Rule = ({ can }) => can('ViewOrder')
export const seesKits: Rule = ({ can, configuration }) => configuration.features.kits && can('ViewOrder')
const support: Rule = ({ user }) => user.support
/** §6: VA users lose entries when user admin is on. */
const vaWithUserAdmin: Rule = ({ va, configuration }) => va && configuration.features.userAdmin

/** The header's and the account menu's entries that not everybody has (§2, §3, §6). */
/** §3, OnlineOrderPortal: where it is off, what there is is finished and followed, and nothing begun. */
export const takesOnlineOrders: Rule = ({ configuration }) => configuration.flags.OnlineOrderPortal
export const mayCreateOrders: Rule = (viewer) =>
  takesOnlineOrders(viewer) && (viewer.can('SubmitOrder') || viewer.can('CreateOrder'))
export const seesNotifications: Rule = ({ can, configuration }) =>
  configuration.features.notifications && can('ViewOrder')
/** Where kits are ordered in the portal, by who creates orders. */
export const mayOrderKits: Rule = (viewer) => seesKits(viewer) && viewer.can('CreateOrder')
export const sendsKits: Rule = (viewer) => seesKits(viewer) && support(viewer)
/** §6: VA users do not verify benefits when user admin is on, nor do institutions whose billing is excluded. */
export const mayCreateVob: Rule = (viewer) =>
  mayCreateOrders(viewer) &&
  !vaWithUserAdmin(viewer) &&
  !viewer.configuration.excludedBilling.includes(viewer.institution.code)
/** §6: manifests are uploaded at one configured institution. */
export const mayUploadManifests: Rule = (viewer) =>
  takesOnlineOrders(viewer) &&
  viewer.can('CreateOrder') &&
  viewer.configuration.manifestInstitution === viewer.institution.code
/** Who tells a patient where their data went: who manages the institution's users. */
export const mayAccount: Rule = ({ can }) => can('CreateUser')
/** Who leads a clinic has its figures in the menu; others who view orders find the page by its name. */
const leadsClinic: Rule = (viewer) => mayAccount(viewer) && mayViewOrders(viewer)
export const seesManageUsers: Rule = ({ admin, configuration }) => admin && configuration.features.userAdmin

export interface Entry {
  label: string
  /** A page of the portal, or what lies outside it. */
  to: string | { outside: 'catalogue' }
  status?: SearchStatus
  /** What is counted beside it. */
  counts?: SearchStatus | 'waiting' | 'to-check'
  isVisible: Rule
}

interface Group {
  /** Null: without a heading. */
  label: string | null
  isVisible: Rule
  entries: readonly Entry[]
}

/** The side drawer (specification §2, §6), in its order. */
const DRAWER: readonly Group[] = [
  {
    label: null,
    isVisible: always,
    entries: [
      {
        label: 'Test Catalog',
        to: { outside: 'catalogue' },
        isVisible: (viewer) => !vaWithUserAdmin(viewer),
      },
      { label: 'Dashboard', to: '/dashboard', isVisible: always },
    ],
  },
  {
    label: 'Orders',
    isVisible: mayViewOrders,
    entries: [
      { label: 'Search', to: '/orders', isVisible: always },
      ...ORDER_ENTRIES.map(([label, status]) => ({
        ...{ label, to: '/orders', status, counts: status, isVisible: always },
      })),
      { label: 'Upload a manifest', to: '/create/manifest', isVisible: mayUploadManifests },
    ],
  },
  {
    label: 'Results',
    isVisible: mayViewOrders,
    entries: [
      { label: 'Search', to: '/results', isVisible: always },
      { label: 'Follow-up', to: '/follow-up', isVisible: always },
    ],
  },
  {
    label: 'Families',
    isVisible: mayViewOrders,
    entries: [
      { label: 'Search', to: '/families', isVisible: always },
      { label: 'Redeem a code', to: '/family-codes', isVisible: ({ can }) => can('CreateOrder') },
    ],
  },
  {
    label: 'Kits',
    isVisible: seesKits,
    entries: [
      { label: 'Search', to: '/kits', isVisible: always },
      { label: 'Order kits', to: '/kit-order', isVisible: mayOrderKits },
      { label: 'To send', to: '/kits-to-send', isVisible: sendsKits },
    ],
  },
  {
    label: 'Laboratory',
    isVisible: support,
    entries: [
      { label: 'Results to check', to: '/laboratory/results', counts: 'to-check', isVisible: always },
      { label: 'Follow-up', to: '/laboratory/follow-up', isVisible: always },
      { label: 'Messages', to: '/laboratory', isVisible: always },
      { label: 'Hospital orders', to: '/laboratory/hospitals', isVisible: always },
      { label: 'Counseling', to: '/counseling', isVisible: always },
      { label: 'Retention', to: '/laboratory/retention', isVisible: always },
    ],
  },
  {
    label: 'Institution',
    isVisible: always,
    entries: [
      { label: 'Users', to: '/users', counts: 'waiting', isVisible: ({ mayManageUsers }) => mayManageUsers },
      { label: 'Clinic figures', to: '/figures', isVisible: leadsClinic },
      { label: 'Due days and escalation', to: '/follow-up/rules', isVisible: mayAccount },
      { label: 'Accounting of disclosures', to: '/accounting', isVisible: mayAccount },
    ],
  },
]

const PATHS = DRAWER.flatMap(({ entries }) =>
  entries.flatMap(({ to }) => (typeof to === 'string' ? [to] : [])),
)

/** Whether the page at `pathname` is that of an entry, or one below it that has no entry of its own. */
export function isPageOf(to: string, pathname: string): boolean {
  const above = PATHS.filter((path) => pathname === path || pathname.startsWith(`${path}/`))
  return above.includes(to) && above.every((path) => path.length <= to.length)
}

/** The groups of the drawer that `viewer` sees, none of them empty. */
export function drawerFor(viewer: Viewer): { label: string | null; entries: Entry[] }[] {
  return DRAWER.filter(({ isVisible }) => isVisible(viewer))
    .map(({ label, entries }) => ({ label, entries: entries.filter(({ isVisible }) => isVisible(viewer)) }))
    .filter(({ entries }) => entries.length > 0)
}
