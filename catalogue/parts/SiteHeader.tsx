import { brand } from '#brand/brand.ts'
import { CHECKOUT, HOME } from '#domain/catalogue/paths.ts'
import { CartIcon, MenuIcon, SearchIcon } from './icons.tsx'
import classes from './site-header.module.css'

/** The laboratory's own header (specification §2, catalogue site header): menus, the website's search, the cart. */
export function SiteHeader({ atCheckout }: { atCheckout: boolean }) {
  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <a href={HOME} className={classes.logo}>
          <img src="/catalogue/icon.svg" alt="" width="30" height="30" />
          <span>{brand.name}</span>
        </a>
        <nav className={classes.wide} aria-label="Website">
          <Menus />
        </nav>
        <WebsiteSearch id="website-search" className={`${classes.search} ${classes.wideSearch}`} />
        <CartLink atCheckout={atCheckout} />
        <details className={classes.narrow} data-menu="">
          <summary aria-label="Menu">
            <MenuIcon />
          </summary>
          <nav className={classes.sheet} aria-label="Website">
            <WebsiteSearch id="website-search-narrow" className={classes.search} />
            <Menus />
          </nav>
        </details>
      </div>
    </header>
  )
}

function Menus() {
  return (
    <ul className={classes.menus}>
      {brand.website.menus.map((menu) => (
        <li key={menu.label}>
          <MenuEntry menu={menu} />
        </li>
      ))}
    </ul>
  )
}

function MenuEntry({ menu }: { menu: (typeof brand.website.menus)[number] }) {
  if (menu.entries.length === 0) return <a href={menu.href}>{menu.label}</a>
  return (
    <details className={classes.menu} data-menu="">
      <summary>{menu.label}</summary>
      <ul>
        {menu.entries.map(({ label, href }) => (
          <li key={label}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </details>
  )
}

function WebsiteSearch({ id, className }: { id: string; className: string | undefined }) {
  return (
    <form action={brand.website.search} method="get" className={className}>
      <label htmlFor={id} className={classes.hidden}>
        Search the website
      </label>
      <input id={id} name="s" type="search" placeholder="Search the website" autoComplete="off" />
      <button type="submit" aria-label="Search the website">
        <SearchIcon />
      </button>
    </form>
  )
}

/** Counts by script what the browser keeps; on the checkout page it leads nowhere (CAT-03). */
function CartLink({ atCheckout }: { atCheckout: boolean }) {
  const inside = (
    <>
      <CartIcon />
      <span className={classes.cartWord}>Cart</span>
      <span className={classes.badge} data-cart-count="" hidden />
      <span className={classes.hidden} data-cart-unit="" />
    </>
  )
  if (atCheckout)
    return (
      // biome-ignore lint/a11y/useValidAnchor: a link that is disabled has no address (ARIA 1.2, link)
      <a role="link" aria-disabled="true" className={classes.cart}>
        {inside}
      </a>
    )
  return (
    <a href={CHECKOUT} className={classes.cart}>
      {inside}
    </a>
  )
}
