import { renderToStaticMarkup } from 'react-dom/server'
import type { CatalogueRequest, SitePage } from '#contract/site.ts'
import { headOf } from './head.ts'
import type { Page } from './page.ts'
import { categoryPage } from './pages/CategoryPage.tsx'
import { checkoutPage } from './pages/CheckoutPage.tsx'
import { comparePage } from './pages/ComparePage.tsx'
import { homePage } from './pages/HomePage.tsx'
import { missingPage, privacyPage } from './pages/OtherPages.tsx'
import { searchPage } from './pages/SearchPage.tsx'
import { testPage } from './pages/TestPage.tsx'
import layout from './parts/layout.module.css'
import { SiteFooter } from './parts/SiteFooter.tsx'
import { SiteHeader } from './parts/SiteHeader.tsx'

type PageOf = (request: CatalogueRequest, name: string) => Page | null

/** The first part of the path, in small letters, and whether a name follows it. */
const PAGES = new Map<string, PageOf>([
  ['', homePage],
  ['search', searchPage],
  ['compare', comparePage],
  ['cart', checkoutPage],
  ['checkout', checkoutPage],
  ['privacy', privacyPage],
  ['category/', categoryPage],
  ['test/', testPage],
])

/** A page of the catalogue. No script makes it and none takes it over: `main.ts` only adds to what stands in it. */
export function renderCatalogue(request: CatalogueRequest): SitePage {
  const [, first = '', slash = '', name = ''] =
    /^\/([^/]*)(\/?)(.*)$/.exec(request.path.replace(/\/+$/, '') || '/') ?? []
  const kind = `${first.toLowerCase()}${name === '' ? '' : slash}`
  const page = PAGES.get(kind)?.(request, name) ?? missingPage()
  return {
    status: page.status ?? 200,
    language: 'en',
    direction: 'ltr',
    head: headOf(page, request.origins.catalogue, request.brand),
    body: renderToStaticMarkup(
      <>
        <a href="#content" className={layout.skip}>
          Skip to the content
        </a>
        <SiteHeader
          brand={request.brand}
          icon={request.icon}
          atCheckout={kind === 'checkout' || kind === 'cart'}
        />
        <main id="content" tabIndex={-1}>
          {page.body}
        </main>
        <p role="status" className={layout.said} data-said="" />
        <SiteFooter brand={request.brand} origins={request.origins} />
      </>,
    ),
  }
}
