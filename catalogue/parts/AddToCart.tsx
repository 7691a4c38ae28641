import type { CatalogueTest } from '#contract/catalogue-site.ts'
import { checkoutPath } from '#domain/catalogue/paths.ts'
import classes from './buttons.module.css'

/** Without script it leads to the checkout with this one test; with it, the test goes into the browser's cart. */
export function AddToCart({ test }: { test: CatalogueTest }) {
  return (
    <a
      href={checkoutPath([{ code: test.code, addOns: [] }])}
      className={`${classes.button} ${classes.quiet}`}
      data-add={test.code}
      rel="nofollow"
      aria-label={`Add to cart: ${test.testName}`}
    >
      Add to cart
    </a>
  )
}
