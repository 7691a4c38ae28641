import type { CatalogueData, CatalogueTest } from '#contract/catalogue-site.ts'
import { CHECKOUT, comparePath } from '#domain/catalogue/paths.ts'
import { testTimeInWords } from '#domain/turnaround/words.ts'
import { orderAddress } from '../order-address.ts'
import { price } from '../words.ts'
import buttons from './buttons.module.css'
import { PrintIcon } from './icons.tsx'
import classes from './order-card.module.css'

interface OrderCardProps {
  test: CatalogueTest
  data: CatalogueData
  portal: string
}

/** What a test costs and how it is ordered. Without script its form leads to the checkout with this one test. */
export function OrderCard({ test, data, portal }: OrderCardProps) {
  const addOns = test.addOns.flatMap((code) => data.tests.get(code) ?? [])
  return (
    <aside className={classes.card} aria-label="Order this test">
      <p className={classes.price}>{price(test)}</p>
      <p className={classes.small}>
        List price. With insurance it is often less: the ordering portal shows it before the test is ordered.
      </p>
      <p className={classes.time}>Result in {testTimeInWords(test)}</p>
      <form action={CHECKOUT} method="get" data-add-form={test.code}>
        <input type="hidden" name="item" value={test.code} />
        {addOns.length > 0 && (
          <fieldset className={classes.addOns}>
            <legend>Often ordered with it</legend>
            {addOns.map((addOn) => (
              <label key={addOn.code}>
                <input type="checkbox" name="addOn" value={addOn.code} />
                <span>
                  {addOn.testName} <span className={classes.soft}>{price(addOn)}</span>
                </span>
              </label>
            ))}
          </fieldset>
        )}
        <button type="submit" className={`${buttons.button} ${buttons.whole}`}>
          Add to cart
        </button>
      </form>
      <a
        href={orderAddress(portal, [{ ...test, addOns: [] }])}
        rel="nofollow"
        className={`${buttons.button} ${buttons.quiet} ${buttons.whole}`}
        data-order-now=""
      >
        Order now
      </a>
      {addOns.length > 0 && (
        <noscript>
          <p className={classes.small}>
            “Order now” orders this test alone. To order the selected add-on tests too, add it to the cart.
          </p>
        </noscript>
      )}
      <ul className={classes.more}>
        <li>
          <a href={comparePath([test.code])} rel="nofollow">
            Compare with another test
          </a>
        </li>
        <li>
          <button type="button" data-print="">
            <PrintIcon /> Print this page
          </button>
        </li>
      </ul>
    </aside>
  )
}
