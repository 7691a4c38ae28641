import type { LegalText as Text } from '#domain/brand/brand.ts'
import { LegalText } from '#ui/LegalText.tsx'
import { Called } from './Called.tsx'
import { NOTICE_ID } from './data.ts'
import classes from './page.module.css'
import type { Words } from './words/words.ts'

/** The whole privacy notice (HIPAA; specification §1), in English as it was given out. */
export function PrivacyNotice({ text, words, phone }: { text: Text; words: Words; phone: string }) {
  return (
    <dialog id={NOTICE_ID} className={classes.notice} aria-labelledby="notice-title">
      <div className={classes.noticeHead}>
        <h2 id="notice-title">{words.privacyNotice}</h2>
        <form method="dialog">
          <button className={classes.close} type="submit" aria-label={words.close}>
            <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
              <path d="M6 6l12 12M18 6L6 18" fill="none" stroke="currentColor" strokeWidth="2" />
            </svg>
          </button>
        </form>
      </div>
      <div className={classes.noticeText}>
        {words.noticeInEnglish && (
          <p className={classes.noticeInEnglish}>
            <Called text={words.noticeInEnglish} phone={phone} />
          </p>
        )}
        <div lang="en" dir="ltr">
          <LegalText text={text} heading="h3" />
        </div>
      </div>
    </dialog>
  )
}
