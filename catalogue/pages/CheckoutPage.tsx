import type { CatalogueData, CatalogueTest } from '#contract/catalogue-site.ts'
import type { CatalogueRequest } from '#contract/site.ts'
import { type CartItem, itemsOfValues, withoutItem } from '#domain/catalogue/cart.ts'
import { checkoutPath, HOME, testPath } from '#domain/catalogue/paths.ts'
import { money } from '#domain/coverage/money.ts'
import { longestTimeInWords, testTimeInWords } from '#domain/turnaround/words.ts'
import { orderAddress } from '../order-address.ts'
import type { Page } from '../page.ts'
import buttons from '../parts/buttons.module.css'
import { Crumbs } from '../parts/Crumbs.tsx'
import { FindTest } from '../parts/FindTest.tsx'
import { codeOf, price } from '../words.ts'
import classes from './checkout.module.css'
import pages from './pages.module.css'

interface Line {
  test: CatalogueTest
  addOns: CatalogueTest[]
}

/**
 * The cart of the address. The browser's own is asked for so by the page's script, which alone knows it, and put in the
 * place of `data-cart-page`; an address that names no test is the browser's own cart.
 */
export function checkoutPage({ query, data, origins }: CatalogueRequest): Page {
  const items = itemsOfValues(query.getAll('item'))
  const lines = linesOf(items, query.getAll('addOn'), data)
  const gone = items.filter(({ code }) => !data.tests.has(code))
  return {
    title: 'Cart',
    description: 'The tests that you chose.',
    canonical: null,
    body: (
      <div className={pages.page}>
        <Crumbs steps={[['Test catalog', HOME]]} />
        <h1>Cart</h1>
        <div className={classes.cart} data-cart-page={query.has('item') ? 'address' : 'browser'}>
          {gone.map(({ code }) => (
            <p key={code} className={classes.gone}>
              <span>
                <strong>{code}</strong> is not in the catalog, and is left out.
              </span>
              <a
                href={checkoutPath(withoutItem(items, code))}
                className={classes.remove}
                data-remove={code}
                aria-label={`Remove ${code}`}
              >
                Remove
              </a>
            </p>
          ))}
          {lines.length > 0 ? (
            <Cart lines={lines} portal={origins.portal} />
          ) : (
            <>
              <noscript>
                <p className={pages.lead}>
                  The cart is kept by a script, which this browser does not run. Order a test from its own
                  page.
                </p>
              </noscript>
              <Empty hidden={!query.has('item')} />
            </>
          )}
        </div>
      </div>
    ),
  }
}

/**
 * Tests of the catalogue only, each with those of its add-on tests that are. `extra`: add-on tests that the form of a
 * test's page names apart where no script runs.
 */
function linesOf(items: readonly CartItem[], extra: readonly string[], data: CatalogueData): Line[] {
  return items.flatMap(({ code, addOns }) => {
    const test = data.tests.get(code)
    const offered = (one: string) => test?.addOns.includes(one)
    const chosen = [...new Set([...addOns, ...extra])].filter(offered)
    return test ? [{ test, addOns: chosen.flatMap((one) => data.tests.get(one) ?? []) }] : []
  })
}

function Empty({ hidden }: { hidden: boolean }) {
  return (
    <div data-cart-empty="" hidden={hidden}>
      <p className={pages.lead}>The cart is empty.</p>
      <div className={pages.find}>
        <FindTest />
      </div>
      <p>
        <a href={HOME}>Look through the categories</a>
      </p>
    </div>
  )
}

function Cart({ lines, portal }: { lines: readonly Line[]; portal: string }) {
  const cart = lines.map(({ test, addOns }) => ({ ...test, addOns: addOns.map(({ code }) => code) }))
  // A test that is in the cart, and wanted with another, is ordered once.
  const ordered = new Map(
    lines.flatMap(({ test, addOns }) => [test, ...addOns]).map((test) => [test.code, test]),
  )
  const cents = [...ordered.values()].reduce((sum, { listPriceCents }) => sum + listPriceCents, 0)
  return (
    <div className={classes.columns}>
      <ul className={classes.list}>
        {lines.map(({ test, addOns }) => (
          <li key={test.code}>
            <div>
              <h2 className={classes.name}>
                <a href={testPath(test.code)}>{test.testName}</a>
              </h2>
              <p className={classes.soft}>
                {codeOf(test)} · {testTimeInWords(test)}
              </p>
            </div>
            <p className={classes.price}>{price(test)}</p>
            {addOns.length > 0 && (
              <ul className={classes.addOns} aria-label={`With ${test.testName}`}>
                {addOns.map((addOn) => (
                  <li key={addOn.code}>
                    <span>with {addOn.testName}</span>
                    <span>{price(addOn)}</span>
                  </li>
                ))}
              </ul>
            )}
            <a
              href={checkoutPath(withoutItem(cart, test.code))}
              className={classes.remove}
              data-remove={test.code}
              aria-label={`Remove ${test.testName}`}
            >
              Remove
            </a>
          </li>
        ))}
      </ul>
      <aside className={classes.total} aria-label="Total">
        <dl>
          <div>
            <dt>Tests</dt>
            <dd>{ordered.size}</dd>
          </div>
          <div>
            <dt>Last result in</dt>
            <dd>{longestTimeInWords([...ordered.values()])}</dd>
          </div>
          <div className={classes.sum}>
            <dt>List price</dt>
            <dd>{money(cents).replace(/\.00$/, '')}</dd>
          </div>
        </dl>
        <a
          href={orderAddress(portal, cart)}
          className={`${buttons.button} ${buttons.whole}`}
          data-checkout=""
        >
          Order in the portal
        </a>
        <p className={classes.soft}>
          You sign in there, and see what the patient’s insurance pays before you order. All tests of a cart
          are ordered for one patient.
        </p>
        <p className={classes.print}>
          <button type="button" data-print="">
            Print
          </button>
        </p>
      </aside>
    </div>
  )
}
