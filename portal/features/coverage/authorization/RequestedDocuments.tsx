import { IconCheck, IconCircleDashed } from '@tabler/icons-react'
import type { AuthorizationPacket } from '#contract/coverage.ts'
import * as texts from '../texts.ts'
import classes from './authorization.module.css'

/** The list of what the payer wants to see, and which of it is there. */
export function RequestedDocuments({
  packet: { wanted: requested, payerName, others = [] },
}: {
  packet: AuthorizationPacket
}) {
  const notSent = others.length > 0 && <p className={classes.small}>{texts.filesOfAnother(others)}</p>
  if (requested.length === 0)
    return (
      <>
        <p className={classes.small}>{texts.documentsUnknown(payerName || 'the payer')}</p>
        {notSent}
      </>
    )
  return (
    <>
      <h3 className={classes.title}>{texts.documentsRequired(payerName)}</h3>
      <ul className={classes.list}>
        {requested.map(({ what, type, isThere, documents }) => (
          <li key={`${type} ${what}`}>
            <span className={classes.mark} data-there={isThere}>
              {isThere ? <IconCheck size={16} aria-hidden /> : <IconCircleDashed size={16} aria-hidden />}
            </span>
            <div>
              <div>{what}</div>
              <div className={classes.small}>
                {isThere
                  ? documents.map(({ filename }) => filename).join(', ') || 'Signed'
                  : type === null
                    ? texts.notSignedYet
                    : texts.documentMissing(type)}
              </div>
            </div>
          </li>
        ))}
      </ul>
      {requested.some(({ documents }) => documents.length > 0) && (
        <p className={classes.small}>{texts.documentsHint}</p>
      )}
      {notSent}
    </>
  )
}
