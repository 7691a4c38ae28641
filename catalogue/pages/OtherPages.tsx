import type { CatalogueRequest } from '#contract/site.ts'
import { HOME, PRIVACY } from '#domain/catalogue/paths.ts'
import type { Page } from '../page.ts'
import { Crumbs } from '../parts/Crumbs.tsx'
import { FindTest } from '../parts/FindTest.tsx'
import classes from './pages.module.css'

export function privacyPage({ brand, privacyNotice }: CatalogueRequest): Page {
  return {
    title: privacyNotice.title,
    description: `How ${brand.name} uses and protects health information.`,
    canonical: PRIVACY,
    body: (
      <div className={classes.page}>
        <Crumbs steps={[['Test catalog', HOME]]} />
        <div className={classes.prose}>
          <h1>{privacyNotice.title}</h1>
          <p>Effective {privacyNotice.effective}</p>
          {privacyNotice.introduction.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {privacyNotice.sections.map(({ title, body }) => (
            <section key={title}>
              <h2>{title}</h2>
              {body.map((part) =>
                typeof part === 'string' ? (
                  <p key={part}>{part}</p>
                ) : (
                  <ul key={part.join()}>
                    {part.map((point) => (
                      <li key={point}>{point}</li>
                    ))}
                  </ul>
                ),
              )}
            </section>
          ))}
        </div>
      </div>
    ),
  }
}

export function missingPage(): Page {
  return {
    status: 404,
    title: 'Page not found',
    description: 'There is no such page in the test catalog.',
    canonical: null,
    body: (
      <div className={classes.page}>
        <h1>Page not found</h1>
        <p className={classes.lead}>
          The link may be broken, or the test is no longer offered. <a href={HOME}>All categories</a>
        </p>
        <div className={classes.find}>
          <FindTest />
        </div>
      </div>
    ),
  }
}
