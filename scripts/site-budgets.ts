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
      'features/account/RegisterPage.tsx': page(297.5, 21, 41),
      'features/account/SignupPage.tsx': page(217, 15, 65.5),
      'features/audit/AccountingPage.tsx': page(291.5, 24, 44),
      'features/counseling/CounselingPage.tsx': page(243, 22, 44),
      'features/create/CreateOrderPage.tsx': page(431.5, 31, 95.5),
      'pages/dashboard/DashboardPage.tsx': page(251.5, 22, 44.5),
      'features/ehr/EhrPage.tsx': page(244, 21.5, 44),
      'features/families/FamiliesPage.tsx': page(240.5, 21, 47),
      'pages/family/FamilyPage.tsx': page(285.5, 22, 121.5),
      'features/families/start/StartFamilyPage.tsx': page(280, 22, 60),
      'features/figures/FiguresPage.tsx': page(242, 21, 154),
      'features/kits/KitOrderPage.tsx': page(297.5, 21.5, 44),
      'features/kits/KitPage.tsx': page(247, 22, 44),
      'features/kits/KitsPage.tsx': page(246.5, 21.5, 44),
      'features/kits/ToSendPage.tsx': page(249.5, 22.5, 44),
      'features/laboratory/LaboratoryPage.tsx': page(242, 21.5, 44),
      'features/launch/LaunchedPage.tsx': page(238, 21.5, 44),
      'features/manifest/ManifestPage.tsx': page(349, 23, 44),
      'pages/order/OrderPage.tsx': page(335, 31, 164.5),
      'features/orders/OrdersPage.tsx': page(259.5, 23, 44),
      'features/profile/ProfilePage.tsx': page(304, 21, 38.5),
      'features/result-desk/NoticesPage.tsx': page(241.5, 22, 44),
      'features/result-desk/ResultDeskPage.tsx': page(242, 22, 44),
      'features/result-desk/ResultPage.tsx': page(293, 25, 57.5),
      'features/retention/RetentionPage.tsx': page(239.5, 21.5, 44),
      'pages/sample/SamplePage.tsx': page(285, 26, 48.5),
      'features/results/ResultsPage.tsx': page(243, 22.5, 44),
      'features/treatments/TreatmentPage.tsx': page(237.5, 21, 44),
      'features/users/UserPage.tsx': page(290, 21.5, 44),
      'features/users/UsersPage.tsx': page(299.5, 23, 44),
      'features/users/WaitingPage.tsx': page(288, 22.5, 44),
      'features/follow-up/FollowUpPage.tsx': page(244, 21.5, 44),
      'features/follow-up/RulesPage.tsx': page(279.5, 20.5, 44),
      'features/follow-up/EverywherePage.tsx': page(243.5, 21.5, 44),
      'features/families/cascade/RedeemPage.tsx': page(246, 21.5, 48),
    },
  },
  appointment: { dist: 'appointment/dist/client', budgets: { 'index.html': page(68, 2.8, 0) } },
  catalogue: {
    dist: 'catalogue/dist/client',
    budgets: { 'index.html': page(3.0, 5.3, 0), 'frame/index.html': page(1.0, 0.2, 0) },
  },
}
