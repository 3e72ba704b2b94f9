import { useState } from 'react';
import { keepToken } from '../token.ts';
import typed from './text-filter.module.css';
import styles from './notice.module.css';

/** Takes the token of a server that needs one. It is kept for this tab. */
export function SignIn({ reason }: { readonly reason: string }) {
  const [text, setText] = useState('');
  return (
    <form
      className={styles.notice}
      onSubmit={(event) => {
        event.preventDefault();
        keepToken(text.trim());
        location.reload();
      }}
    >
      <h2>Sign in</h2>
      <p role="alert">{reason}</p>
      <p>
        Paste the token that <code>stemma token create</code> made for you.
      </p>
      <input
        type="password"
        className={typed.typed}
        aria-label="Token"
        autoComplete="current-password"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <button className="button" disabled={!/^\s*[\w.~+/=-]{16,500}\s*$/.test(text)}>
        Sign in
      </button>
    </form>
  );
}
