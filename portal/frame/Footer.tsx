import { brand } from '#brand/brand.ts'
import classes from './footer.module.css'

export function Footer() {
  return (
    <footer className={classes.footer}>
      <span>
        © {new Date().getFullYear()} {brand.legalName}
      </span>
      <a href={brand.links.privacyNotice}>Privacy notice</a>
      <a href={brand.links.contact}>Contact</a>
    </footer>
  )
}
