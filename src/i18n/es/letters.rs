//! Lo que dicen los mensajes sobre una cuenta.

use crate::i18n::letters::{Letters, Words};

pub(super) const TEXTS: Letters = Letters {
    invitation: Words {
        heading: |program| format!("Su cuenta para {program}"),
        sentence: "Su administración ha creado una cuenta para usted. Elija su contraseña con este enlace, que funciona una vez.",
    },
    new_password: Words {
        heading: |program| format!("{program}: elija una contraseña nueva"),
        sentence: "Su administración ha creado un enlace para que elija una contraseña nueva. Funciona una vez.",
    },
    forgotten: Words {
        heading: |program| format!("{program}: elija una contraseña nueva"),
        sentence: "Alguien lo ha pedido porque olvidó la contraseña. El enlace funciona una vez. Si no ha sido usted, no haga nada: su contraseña sigue igual.",
    },
    password_changed: Words {
        heading: |program| format!("{program}: se ha cambiado su contraseña"),
        sentence: "Se ha cambiado la contraseña de su cuenta y sus demás sesiones han terminado.",
    },
    roles_changed: Words {
        heading: |program| format!("{program}: se han cambiado sus roles"),
        sentence: "Su administración ha cambiado lo que usted puede ver y hacer.",
    },
    factor_on: Words {
        heading: |program| format!("{program}: segundo factor configurado"),
        sentence: "A partir de ahora, al entrar con contraseña se pide un código de su dispositivo.",
    },
    factor_off: Words {
        heading: |program| format!("{program}: segundo factor eliminado"),
        sentence: "Al entrar con contraseña ya no se pide un código.",
    },
    factor_reset: Words {
        heading: |program| format!("{program}: segundo factor restablecido"),
        sentence: "Su administración ha eliminado el segundo factor de su cuenta y sus sesiones han terminado.",
    },
    program: "Programa",
    login: "Usuario",
    roles: "Roles",
    until: "Funciona hasta",
    not_you: "Si no esperaba esto, dígaselo enseguida a su administración.",
    footer: |login| format!("Bond envía esto porque se trata de la cuenta {login}."),
};
