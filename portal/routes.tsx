/**
 * Every page of the portal. Pages are loaded when they are first opened; each is a module with a default export.
 *
 * Ids for `getRouteApi`: '/signed-in/dashboard', '/signed-in/orders', '/signed-in/create',
 * '/signed-in/create/manifest', '/signed-in/order', '/signed-in/order/details/$id', '/signed-in/order/en-route/$id', '/signed-in/profile', '/signed-in/results', '/signed-in/users',
 * '/signed-in/accounting', '/signed-in/figures', '/signed-in/kit-order', '/signed-in/kits', '/signed-in/kits-to-send', '/signed-in/kits/$id',
 * '/signed-in/families', '/signed-in/families/new', '/signed-in/families/$id', '/signed-in/family-codes', '/signed-in/launched/$launch', '/signed-in/follow-up', '/signed-in/follow-up/rules', '/signed-in/laboratory/follow-up', '/signed-in/laboratory', '/signed-in/laboratory/results', '/signed-in/laboratory/results/$id', '/signed-in/laboratory/notices', '/signed-in/laboratory/retention', '/signed-in/counseling', '/signed-in/sample/$sampleId', '/signed-in/treatment/$treatmentId', '/signed-in/users/waiting', '/signed-in/users/$id', '/signed-in/register', '/signup'. A page that two routes show
 * reads with `useSearch({ strict: false })` and `useParams({ strict: false })`. Links use the paths, without
 * '/signed-in'.
 * Search parameters are written plainly (see plain-search.ts): `?test=1600&test=1700`.
 *
 * Which of them a user may open is decided by the table in session/guards.ts.
 *
 * Not here: /silent-renew, which is answered in main.tsx without loading the app.
 */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { USER_STATUSES } from '#domain/lookups.ts'
import { SignedIn } from './features/account/SignedIn.tsx'
import { counselingSearch } from './features/counseling/search-params.ts'
import { figuresSearch } from './features/figures/search-params.ts'
import { everywhereSearch, followUpSearch } from './features/follow-up/search-params.ts'
import { kitOrderSearch, kitsSearch, sendingSearch } from './features/kits/search-params.ts'
import { laboratorySearch } from './features/laboratory/search-params.ts'
import { noticesSearch, resultDeskSearch } from './features/result-desk/search-params.ts'
import { resultsSearch } from './features/results/search-params.ts'
import { PagePending } from './frame/PagePending.tsx'
import { Root } from './frame/Root.tsx'
import { NotFoundPage, RouteError } from './frame/RouteProblems.tsx'
import { ordersSearch } from './order/search-params.ts'
import { parsePlainSearch, stringifyPlainSearch } from './plain-search.ts'
import { flag, id, oneOf, page, searchOf, words } from './search-readers.ts'
import { CallbackPage } from './session/CallbackPage.tsx'
import { EmailNotVerifiedPage, LoggedOutPage } from './session/public-pages.tsx'

/** Test codes: one, a list, or a list with commas. */
function testCodes(given: unknown): string[] | undefined {
  const values = [given].flat()
  if (!values.every((value) => typeof value === 'string')) return undefined
  return values.flatMap((value) => value.split(',')).filter((code) => code !== '')
}

const createSearch = searchOf({
  test: testCodes,
  /** The draft's order id. */
  draft: id,
  is_vob: flag,
  'new-cart': flag,
  /** The catalogue's own code, where `test` is a display code. */
  ctc: words(20),
})

/** Free text of /users: a name, an e-mail address, an NPI. */
const people = { q: words(100), page }

const root = createRootRoute({ component: Root, errorComponent: RouteError })
const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedIn })

/** Nothing is shown at /: whoever comes is sent on (see session/guards.ts). */
const homeRoute = createRoute({ getParentRoute: () => signedIn, path: '/', component: () => null })
const registerRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/register',
  component: lazyRouteComponent(() => import('./features/account/RegisterPage.tsx')),
})

const dashboardRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard',
  component: lazyRouteComponent(() => import('./pages/dashboard/DashboardPage.tsx')),
})
const ordersRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/orders',
  validateSearch: ordersSearch,
  component: lazyRouteComponent(() => import('./features/orders/OrdersPage.tsx')),
})
const orderPage = lazyRouteComponent(() => import('./pages/order/OrderPage.tsx'))
const orderDetailsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/order/details/$id',
  component: orderPage,
})
const orderEnRouteRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/order/en-route/$id',
  component: orderPage,
})
const createOrderPage = lazyRouteComponent(() => import('./features/create/CreateOrderPage.tsx'))
const createOrderRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/create',
  validateSearch: createSearch,
  component: createOrderPage,
})
const manifestRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/create/manifest',
  /** `test`: the code of the test that the manifest is of. */
  validateSearch: searchOf({ test: words(20) }),
  component: lazyRouteComponent(() => import('./features/manifest/ManifestPage.tsx')),
})
const orderAliasRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/order',
  validateSearch: createSearch,
  component: createOrderPage,
})
const familiesRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/families',
  validateSearch: searchOf({ q: words(100), page }),
  component: lazyRouteComponent(() => import('./features/families/FamiliesPage.tsx')),
})
const startFamilyRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/families/new',
  component: lazyRouteComponent(() => import('./features/families/start/StartFamilyPage.tsx')),
})
const familyRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/families/$id',
  validateSearch: searchOf({ tab: words(20) }),
  component: lazyRouteComponent(() => import('./pages/family/FamilyPage.tsx')),
})
const familyCodesRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/family-codes',
  component: lazyRouteComponent(() => import('./features/families/cascade/RedeemPage.tsx')),
})
const launchedRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/launched/$launch',
  component: lazyRouteComponent(() => import('./features/launch/LaunchedPage.tsx')),
})
const kitOrderRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/kit-order',
  validateSearch: kitOrderSearch,
  component: lazyRouteComponent(() => import('./features/kits/KitOrderPage.tsx')),
})
const figuresRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/figures',
  validateSearch: figuresSearch,
  component: lazyRouteComponent(() => import('./features/figures/FiguresPage.tsx')),
})
const kitsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/kits',
  validateSearch: kitsSearch,
  component: lazyRouteComponent(() => import('./features/kits/KitsPage.tsx')),
})
const kitsToSendRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/kits-to-send',
  validateSearch: sendingSearch,
  component: lazyRouteComponent(() => import('./features/kits/ToSendPage.tsx')),
})
const kitRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/kits/$id',
  validateSearch: searchOf({ ordered: flag }),
  component: lazyRouteComponent(() => import('./features/kits/KitPage.tsx')),
})
const sampleRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/sample/$sampleId',
  component: lazyRouteComponent(() => import('./pages/sample/SamplePage.tsx')),
})
const treatmentRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/treatment/$treatmentId',
  component: lazyRouteComponent(() => import('./features/treatments/TreatmentPage.tsx')),
})
const laboratoryRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/laboratory',
  validateSearch: laboratorySearch,
  component: lazyRouteComponent(() => import('./features/laboratory/LaboratoryPage.tsx')),
})
const ehrRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/laboratory/hospitals',
  component: lazyRouteComponent(() => import('./features/ehr/EhrPage.tsx')),
})
const retentionRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/laboratory/retention',
  component: lazyRouteComponent(() => import('./features/retention/RetentionPage.tsx')),
})
const followUpRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/follow-up',
  validateSearch: followUpSearch,
  component: lazyRouteComponent(() => import('./features/follow-up/FollowUpPage.tsx')),
})
const followUpRulesRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/follow-up/rules',
  component: lazyRouteComponent(() => import('./features/follow-up/RulesPage.tsx')),
})
const everywhereRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/laboratory/follow-up',
  validateSearch: everywhereSearch,
  component: lazyRouteComponent(() => import('./features/follow-up/EverywherePage.tsx')),
})
const resultDeskRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/laboratory/results',
  validateSearch: resultDeskSearch,
  component: lazyRouteComponent(() => import('./features/result-desk/ResultDeskPage.tsx')),
})
const resultRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/laboratory/results/$id',
  component: lazyRouteComponent(() => import('./features/result-desk/ResultPage.tsx')),
})
const resultsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/results',
  validateSearch: resultsSearch,
  component: lazyRouteComponent(() => import('./features/results/ResultsPage.tsx')),
})
const noticesRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/laboratory/notices',
  validateSearch: noticesSearch,
  component: lazyRouteComponent(() => import('./features/result-desk/NoticesPage.tsx')),
})
const counselingRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/counseling',
  validateSearch: counselingSearch,
  component: lazyRouteComponent(() => import('./features/counseling/CounselingPage.tsx')),
})
const profileRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/profile',
  component: lazyRouteComponent(() => import('./features/profile/ProfilePage.tsx')),
})
const usersRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/users',
  validateSearch: searchOf({ ...people, status: oneOf(USER_STATUSES) }),
  component: lazyRouteComponent(() => import('./features/users/UsersPage.tsx')),
})
const waitingRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/users/waiting',
  validateSearch: searchOf(people),
  component: lazyRouteComponent(() => import('./features/users/WaitingPage.tsx')),
})
const userRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/users/$id',
  component: lazyRouteComponent(() => import('./features/users/UserPage.tsx')),
})
const accountingRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/accounting',
  component: lazyRouteComponent(() => import('./features/audit/AccountingPage.tsx')),
})
const unknownRoute = createRoute({ getParentRoute: () => signedIn, path: '$', component: NotFoundPage })

const callbackRoute = createRoute({ getParentRoute: () => root, path: '/callback', component: CallbackPage })
const signupRoute = createRoute({
  getParentRoute: () => root,
  path: '/signup',
  component: lazyRouteComponent(() => import('./features/account/SignupPage.tsx')),
})
const loggedOutRoute = createRoute({
  getParentRoute: () => root,
  path: '/logged-out',
  component: LoggedOutPage,
})
const emailNotVerifiedRoute = createRoute({
  getParentRoute: () => root,
  path: '/email-not-verified',
  component: EmailNotVerifiedPage,
})

export const router = createRouter({
  routeTree: root.addChildren([
    signedIn.addChildren([
      homeRoute,
      registerRoute,
      dashboardRoute,
      ordersRoute,
      orderDetailsRoute,
      orderEnRouteRoute,
      createOrderRoute,
      manifestRoute,
      orderAliasRoute,
      familiesRoute,
      startFamilyRoute,
      familyRoute,
      familyCodesRoute,
      launchedRoute,
      kitOrderRoute,
      kitsRoute,
      kitsToSendRoute,
      kitRoute,
      sampleRoute,
      treatmentRoute,
      followUpRoute,
      followUpRulesRoute,
      everywhereRoute,
      laboratoryRoute,
      ehrRoute,
      retentionRoute,
      resultDeskRoute,
      resultRoute,
      noticesRoute,
      resultsRoute,
      counselingRoute,
      profileRoute,
      usersRoute,
      waitingRoute,
      userRoute,
      accountingRoute,
      figuresRoute,
      unknownRoute,
    ]),
    callbackRoute,
    signupRoute,
    loggedOutRoute,
    emailNotVerifiedRoute,
  ]),
  parseSearch: parsePlainSearch,
  stringifySearch: stringifyPlainSearch,
  defaultPreload: 'intent',
  defaultPendingComponent: PagePending,
  defaultErrorComponent: RouteError,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
