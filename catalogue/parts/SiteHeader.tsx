import type { Brand, Menu } from '#domain/brand/brand.ts'
import { CHECKOUT, HOME } from '#domain/catalogue/paths.ts'
import { CartIcon, MenuIcon, SearchIcon } from './icons.tsx'
import classes from './site-header.module.css'

/** The laboratory's own header (specification §2, catalogue site header): menus, the website's search, the cart. */
export function SiteHeader({ brand, icon, atCheckout }: { brand: Brand; icon: string; atCheckout: boolean }) {
  const { menus, search } = brand.website
  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <a href={HOME} className={classes.logo}>
          <img src={icon} alt="" width="30" height="30" />
          <span>{brand.name}</span>
        </a>
        <nav className={classes.wide} aria-label="Website">
          <Menus menus={menus} />
        </nav>
        <WebsiteSearch
          id="website-search"
          search={search}
          className={`${classes.search} ${classes.wideSearch}`}
        />
        <CartLink atCheckout={atCheckout} />
        <details className={classes.narrow} data-menu="">
          <summary aria-label="Menu">
            <MenuIcon />
          </summary>
          <nav className={classes.sheet} aria-label="Website">
            <WebsiteSearch id="website-search-narrow" search={search} className={classes.search} />
            <Menus menus={menus} />
          </nav>
        </details>
      </div>
    </header>
  )
}

function Menus({ menus }: { menus: readonly Menu[] }) {
  return (
    <ul className={classes.menus}>
      {menus.map((menu) => (
        <li key={menu.label}>
          <MenuEntry menu={menu} />
        </li>
      ))}
    </ul>
  )
}

function MenuEntry({ menu }: { menu: Menu }) {
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

interface WebsiteSearchProps {
  id: string
  search: string
  className: string | undefined
}

function WebsiteSearch({ id, search, className }: WebsiteSearchProps) {
  return (
    <form action={search} method="get" className={className}>
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
