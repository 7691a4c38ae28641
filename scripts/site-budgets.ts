import type { Weight } from './site-weight.ts'

/**
 * Budgets for each page of the sites, in thousands of bytes as served: script and style before the page is
 * usable, and what may be fetched later. To exceed one, first look for what need not be loaded, then raise
 * the figure here.
 */
interface Site {
  dist: string
  /** By the page's module, or the entry itself if the site has only one. */
  budgets: Readonly<Record<string, Weight>>
}

const page = (script: number, style: number, later: number): Weight => ({ script, style, later })

export const SITES: Readonly<Record<string, Site>> = {
  portal: {
    dist: 'portal/dist',
    budgets: {
      'features/account/RegisterPage.tsx': page(286, 21, 41),
      'features/account/SignupPage.tsx': page(210, 15, 64),
      'features/audit/AccountingPage.tsx': page(280, 24, 44),
      'features/counseling/CounselingPage.tsx': page(232, 20.5, 44),
      'features/create/CreateOrderPage.tsx': page(369, 31, 43),
      'pages/dashboard/DashboardPage.tsx': page(235, 21.5, 44),
      'features/kits/KitOrderPage.tsx': page(286, 21, 44),
      'features/kits/KitPage.tsx': page(236, 21, 44),
      'features/kits/KitsPage.tsx': page(235, 20, 44),
      'features/kits/ToSendPage.tsx': page(238, 21, 44),
      'features/laboratory/LaboratoryPage.tsx': page(231, 20, 44),
      'features/manifest/ManifestPage.tsx': page(297, 23, 44),
      'pages/order/OrderPage.tsx': page(301, 31, 44),
      'features/orders/OrdersPage.tsx': page(246, 22, 44),
      'features/profile/ProfilePage.tsx': page(292, 21, 38),
      'features/result-desk/NoticesPage.tsx': page(231, 22, 44),
      'features/result-desk/ResultDeskPage.tsx': page(232, 22, 44),
      'features/result-desk/ResultPage.tsx': page(290, 25, 44),
      'pages/sample/SamplePage.tsx': page(265, 26, 44),
      'features/treatments/TreatmentPage.tsx': page(227, 21, 44),
      'features/users/UserPage.tsx': page(277, 21, 44),
      'features/users/UsersPage.tsx': page(287, 22, 44),
      'features/users/WaitingPage.tsx': page(276, 21, 44),
    },
  },
  appointment: { dist: 'appointment/dist/client', budgets: { 'index.html': page(68, 2.8, 0) } },
  catalogue: {
    dist: 'catalogue/dist/client',
    budgets: { 'index.html': page(3.0, 5.3, 0), 'frame/index.html': page(1.0, 0.2, 0) },
  },
}
