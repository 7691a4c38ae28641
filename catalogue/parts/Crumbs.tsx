import classes from './crumbs.module.css'

/** Where the page stands: the pages above it. */
export function Crumbs({ steps }: { steps: readonly (readonly [name: string, path: string])[] }) {
  return (
    <nav aria-label="Breadcrumb" className={classes.crumbs}>
      <ol>
        {steps.map(([name, path]) => (
          <li key={path}>
            <a href={path}>{name}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
