import type { SiteOrigins } from '#contract/site.ts'
import type { Brand } from '#domain/brand/brand.ts'
import { PRIVACY } from '#domain/catalogue/paths.ts'
import classes from './site-footer.module.css'

export function SiteFooter({ brand, origins }: { brand: Brand; origins: SiteOrigins }) {
  const { address, phone, email, hours } = brand.contact
  return (
    <footer className={classes.footer}>
      <div className={classes.inside}>
        <div>
          <p className={classes.name}>{brand.name}</p>
          {address.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
        <div>
          <p>
            <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
          </p>
          <p>
            <a href={`mailto:${email}`}>{email}</a>
          </p>
          <p>{hours}</p>
        </div>
        <ul>
          <li>
            <a href={`${origins.portal}/dashboard`}>Ordering portal</a>
          </li>
          {origins.appointment !== null && (
            <li>
              <a href={`${origins.appointment}/gc-appointment-form`}>Genetic counseling for patients</a>
            </li>
          )}
          <li>
            <a href={brand.website.contact}>Contact</a>
          </li>
        </ul>
        <ul>
          <li>
            <a href={PRIVACY}>Privacy notice</a>
          </li>
          {brand.website.footer.map(({ label, href }) => (
            <li key={label}>
              <a href={href}>{label}</a>
            </li>
          ))}
        </ul>
      </div>
      <p className={classes.legal}>
        © {new Date().getFullYear()} {brand.legalName}
      </p>
    </footer>
  )
}
