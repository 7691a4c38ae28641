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
      'features/account/RegisterPage.tsx': page(299.5, 21.5, 41.5),
      'features/account/SignupPage.tsx': page(219, 15.5, 66),
      'features/audit/AccountingPage.tsx': page(293.5, 24.5, 44.5),
      'features/counseling/CounselingPage.tsx': page(245, 22.5, 44.5),
      'features/create/CreateOrderPage.tsx': page(437.5, 31.5, 97.5),
      'pages/dashboard/DashboardPage.tsx': page(253.5, 22.5, 45),
      'features/ehr/EhrPage.tsx': page(246, 22, 44.5),
      'features/families/FamiliesPage.tsx': page(242.5, 21.5, 47.5),
      'pages/family/FamilyPage.tsx': page(287.5, 22.5, 122),
      'features/families/start/StartFamilyPage.tsx': page(282, 22.5, 60.5),
      'features/figures/FiguresPage.tsx': page(244, 21.5, 154.5),
      'features/kits/KitOrderPage.tsx': page(299.5, 22, 44.5),
      'features/kits/KitPage.tsx': page(249, 22.5, 44.5),
      'features/kits/KitsPage.tsx': page(248.5, 22, 44.5),
      'features/kits/ToSendPage.tsx': page(251.5, 23, 44.5),
      'features/laboratory/LaboratoryPage.tsx': page(244, 22, 44.5),
      'features/launch/LaunchedPage.tsx': page(240, 22, 44.5),
      'features/manifest/ManifestPage.tsx': page(352.5, 23.5, 44.5),
      'pages/order/OrderPage.tsx': page(337.5, 31.5, 168.5),
      'features/orders/OrdersPage.tsx': page(261.5, 23.5, 44.5),
      'features/profile/ProfilePage.tsx': page(306, 21.5, 39),
      'features/result-desk/NoticesPage.tsx': page(243.5, 22.5, 44.5),
      'features/result-desk/ResultDeskPage.tsx': page(244, 22.5, 44.5),
      'features/result-desk/ResultPage.tsx': page(295, 25.5, 58),
      'features/retention/RetentionPage.tsx': page(241.5, 22, 44.5),
      'pages/sample/SamplePage.tsx': page(287, 26.5, 49),
      'features/results/ResultsPage.tsx': page(245, 23, 44.5),
      'features/treatments/TreatmentPage.tsx': page(239.5, 21.5, 44.5),
      'features/users/UserPage.tsx': page(292, 22, 44.5),
      'features/users/UsersPage.tsx': page(302, 23.5, 44.5),
      'features/users/WaitingPage.tsx': page(290, 23, 44.5),
      'features/follow-up/FollowUpPage.tsx': page(246, 22, 44.5),
      'features/follow-up/RulesPage.tsx': page(281.5, 21, 44.5),
      'features/follow-up/EverywherePage.tsx': page(245.5, 22, 44.5),
      'features/families/cascade/RedeemPage.tsx': page(248, 22, 48.5),
    },
  },
  appointment: { dist: 'appointment/dist/client', budgets: { 'index.html': page(70, 3.3, 0.5) } },
  catalogue: {
    dist: 'catalogue/dist/client',
    budgets: { 'index.html': page(3.0, 5.3, 0), 'frame/index.html': page(1.0, 0.2, 0) },
  },
}
