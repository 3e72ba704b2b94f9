/** Messages that arrive before anybody asks for them, and askers that come before the message. */
export class Inbox<Message> {
  readonly #messages: Message[] = [];
  #asker: { resolve(message: Message): void; reject(error: unknown): void } | undefined;
  #failure: { readonly error: unknown } | undefined;

  /** Messages nobody has asked for yet. */
  get waiting(): number {
    return this.#messages.length;
  }

  put(message: Message): void {
    if (!this.#asker) {
      this.#messages.push(message);
      return;
    }
    this.#asker.resolve(message);
    this.#asker = undefined;
  }

  /** Messages already here can still be had; then every asker gets the error. */
  fail(error: unknown): void {
    this.#failure = { error };
    this.#asker?.reject(error);
    this.#asker = undefined;
  }

  next(): Promise<Message> {
    const message = this.#messages.shift();
    if (message !== undefined) return Promise.resolve(message);
    if (this.#failure) return Promise.reject(this.#failure.error as Error);
    return new Promise((resolve, reject) => {
      this.#asker = { resolve, reject };
    });
  }
}
