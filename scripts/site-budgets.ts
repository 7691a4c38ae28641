import type { Weight } from './site-weight.ts'

/**
 * What each page of the sites may weigh, in thousands of bytes as they are served: script and style before it can be used,
 * and what may be fetched later. Whoever needs more first looks for what need not be loaded, then raises the figure here.
 */
interface Site {
  dist: string
  /** By the page's module, or the entry itself where the site has no others. */
  budgets: Readonly<Record<string, Weight>>
}

const page = (script: number, style: number, later: number): Weight => ({ script, style, later })

export const SITES: Readonly<Record<string, Site>> = {
  portal: {
    dist: 'portal/dist',
    budgets: {
      'features/account/RegisterPage.tsx': page(322, 21, 9),
      'features/account/SignupPage.tsx': page(247, 16, 33),
      'features/audit/AccountingPage.tsx': page(292, 24, 13),
      'features/counseling/CounselingPage.tsx': page(266, 21, 13),
      'features/create/CreateOrderPage.tsx': page(400, 32, 12),
      'features/dashboard/DashboardPage.tsx': page(266, 22, 13),
      'features/kits/KitOrderPage.tsx': page(322, 21, 13),
      'features/kits/KitPage.tsx': page(299, 21, 13),
      'features/kits/KitsPage.tsx': page(267, 21, 13),
      'features/kits/ToSendPage.tsx': page(300, 22, 13),
      'features/laboratory/LaboratoryPage.tsx': page(266, 21, 13),
      'features/manifest/ManifestPage.tsx': page(327, 24, 13),
      'features/orders/OrderPage.tsx': page(363, 31, 13),
      'features/orders/OrdersPage.tsx': page(278, 22, 13),
      'features/profile/ProfilePage.tsx': page(335, 21, 7),
      'features/samples/SamplePage.tsx': page(300, 26, 13),
      'features/treatments/TreatmentPage.tsx': page(263, 21, 13),
      'features/users/UserPage.tsx': page(318, 22, 13),
      'features/users/UsersPage.tsx': page(320, 22, 13),
      'features/users/WaitingPage.tsx': page(314, 22, 13),
    },
  },
  appointment: { dist: 'appointment/dist/client', budgets: { 'index.html': page(68, 3.2, 0) } },
  catalogue: {
    dist: 'catalogue/dist/client',
    budgets: { 'index.html': page(3.5, 5.5, 0), 'frame/index.html': page(1.5, 0.2, 0) },
  },
}
