/** The signing key of the products that tests start. Tests also sign links with it. */
export const productSecret = 'of-the-products-that-tests-start-of-48-characters';

export const operatorToken = 'the-operator-of-the-products-that-tests-start';
