import { Link } from '@tanstack/react-router'
import { brand } from '#ui/brand.ts'
import classes from './logo.module.css'

/** The laboratory's mark and name, linking home. `compact`: the mark alone on a phone. */
export function Logo({ compact = false }: { compact?: boolean }) {
  return (
    <Link to="/" className={`${classes.logo} ${compact ? classes.compact : ''}`} preload={false}>
      <img src={brand.icon} alt="" width="26" height="26" />
      <span className={classes.name}>{brand.name}</span>
    </Link>
  )
}
